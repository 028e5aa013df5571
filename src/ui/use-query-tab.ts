import { useSearchParams } from 'react-router-dom';
import { activeTab, queryWithTab } from './rules/tabs.ts';
import type { TabItem } from './tabs.tsx';

/** The active tab as the address says it, and the way to another one: it replaces the address (RL-07). */
export function useQueryTab<K extends string>(tabs: readonly TabItem<K>[]): readonly [K | undefined, (key: K) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (key: K) =>
    setParams((before) => new URLSearchParams(queryWithTab(before.toString(), tabs, key)), {
      replace: true,
      preventScrollReset: true,
    });
  return [activeTab(tabs, params.get('tab')), choose];
}

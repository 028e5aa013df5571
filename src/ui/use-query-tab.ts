import { useLayoutEffect, useRef } from 'react';
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

/**
 * RL-07.5: tabs whose choice is kept elsewhere, where others change it too, and which the address says as well: each follows the other, and where
 * both differ the address that is new wins. `active`: null while there are no tabs.
 */
export function useMirroredTab<K extends string>(
  tabs: readonly TabItem<K>[],
  active: K | null,
  onChoose: (key: K) => void,
): void {
  const [asked, write] = useQueryTab(tabs);
  const seen = useRef<K | null>(null);
  // Before the next picture: a tab that is not the address's is never seen.
  useLayoutEffect(() => {
    if (active === null || asked === undefined) return;
    const isNew = seen.current !== asked;
    seen.current = asked;
    if (asked === active) return;
    if (isNew) onChoose(asked);
    else write(active);
  });
}

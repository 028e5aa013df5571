import { useId, useRef, useLayoutEffect } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { activeTab, queryWithTab } from '@espalier/core/frame';
import styles from './tabs.module.css';

interface TabItem<K extends string> {
  readonly key: K;
  readonly title: string;
  readonly disabled?: boolean;
}

interface TabsProps<K extends string> {
  readonly label: string;
  readonly tabs: readonly TabItem<K>[];
  readonly active: K;
  readonly onChoose: (key: K) => void;
  /** Before the tabs, in their line. */
  readonly before?: ReactNode;
  /** Beside the tabs, outside of their list. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Tabs after the ARIA practices: arrows, Home and End choose; a disabled tab is never chosen; a missing one falls back to the first enabled. */
export function Tabs<K extends string>({
  label,
  tabs,
  active,
  onChoose,
  before,
  aside,
  className,
  children,
}: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const enabled = tabs.filter((tab) => tab.disabled !== true);
  const current = enabled.find(({ key }) => key === activeTab(tabs, active));

  const choose = (tab: TabItem<K> | undefined) => {
    if (!tab) return;
    onChoose(tab.key);
    const button = list.current?.children[tabs.indexOf(tab)];
    if (button instanceof HTMLElement) button.focus();
  };
  const press = (event: KeyboardEvent) => {
    const at = current ? enabled.indexOf(current) : 0;
    const target = {
      ArrowRight: (at + 1) % enabled.length,
      ArrowLeft: (at - 1 + enabled.length) % enabled.length,
      Home: 0,
      End: enabled.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(enabled[target]);
  };

  return (
    <>
      <div className={className}>
        {before}
        <div ref={list} className={styles.list} role="tablist" aria-label={label} onKeyDown={press}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              className={styles.tab}
              id={`${id}-${tab.key}`}
              aria-selected={tab === current}
              aria-controls={`${id}-panel`}
              aria-disabled={tab.disabled || undefined}
              tabIndex={tab === current ? 0 : -1}
              onClick={() => tab.disabled !== true && onChoose(tab.key)}
            >
              {tab.title}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={current ? `${id}-${current.key}` : undefined}>
        {children}
      </div>
    </>
  );
}

/** The active tab according to the address, and a function to choose another one, which replaces the address (RL-07). */
export function useQueryTab<K extends string>(tabs: readonly TabItem<K>[]): readonly [K | undefined, (key: K) => void] {
  const [params, setParams] = useSearchParams();
  const choose = (key: K) =>
    setParams((before) => new URLSearchParams(queryWithTab([...before], tabs, key)), {
      replace: true,
      preventScrollReset: true,
    });
  return [activeTab(tabs, params.get('tab')), choose];
}

/**
 * RL-07.5: tabs whose choice is stored elsewhere, where others change it too, and which the address mirrors: each follows the other, and if both differ
 * a new address wins. `active`: null while there are no tabs.
 */
export function useMirroredTab<K extends string>(
  tabs: readonly TabItem<K>[],
  active: K | null,
  onChoose: (key: K) => void,
): void {
  const [asked, write] = useQueryTab(tabs);
  const seen = useRef<K | null>(null);
  // Before the next paint: a tab that is not the address's is never seen.
  useLayoutEffect(() => {
    if (active === null || asked === undefined) return;
    const isNew = seen.current !== asked;
    seen.current = asked;
    if (asked === active) return;
    if (isNew) onChoose(asked);
    else write(active);
  });
}

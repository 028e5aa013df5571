import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { LoggedAction } from '@espalier/core/replay';
import { classes } from '../ui/classes.ts';
import { clockTime } from './filters.tsx';
import type { ActionKey } from '@espalier/core/command';
import styles from './action-list.module.css';

/** Pixels. Rows are of one line. */
const ROW = 28;
const PAGE = 10;

interface ActionListProps {
  readonly actions: readonly LoggedAction[];
  /** Number of the selected action. */
  readonly chosen: number;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (seq: number) => void;
  /** Enter or a double click: show this moment on the screens. */
  readonly onShow: (seq: number) => void;
  /** The keys A and B set the two points between which the difference is shown. */
  readonly onMark: (which: 'from' | 'to', seq: number) => void;
}

/** The actions of a log; only those in sight are drawn. */
export function ActionList({ actions, chosen, from, to, onChoose, onShow, onMark }: ActionListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const index = nearest(actions, chosen);
  const current = actions[index];
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: actions.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW,
    overscan: 8,
    useFlushSync: false,
  });
  const drawn = virtualizer.getVirtualItems();
  // Only drawn rows have an element to refer to; the list scrolls to this one in a moment.
  const active = drawn.some((item) => item.index === index) && current ? `${id}-${current.seq}` : undefined;
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [index, virtualizer]);

  const choose = (at: number) => {
    const action = actions[Math.min(Math.max(at, 0), actions.length - 1)];
    if (action) onChoose(action.seq);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !current) return;
    const acts: Readonly<Record<ActionKey, () => void>> = {
      ArrowDown: () => choose(index + 1),
      ArrowUp: () => choose(index - 1),
      PageDown: () => choose(index + PAGE),
      PageUp: () => choose(index - PAGE),
      Home: () => choose(0),
      End: () => choose(actions.length - 1),
      Enter: () => onShow(current.seq),
      a: () => onMark('from', current.seq),
      b: () => onMark('to', current.seq),
    };
    const act = (acts as Readonly<Partial<Record<string, () => void>>>)[
      event.key.length === 1 ? event.key.toLowerCase() : event.key
    ];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      aria-label="Actions"
      tabIndex={0}
      aria-activedescendant={active}
      onKeyDown={press}
    >
      {actions.length === 0 && <p className={styles.empty}>No actions</p>}
      <div className={styles.sizer} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {drawn.map(({ index: at, start }) => {
          const logged = actions[at];
          if (!logged) return null;
          const { seq, action } = logged;
          return (
            <div
              key={seq}
              id={`${id}-${seq}`}
              className={classes(styles.row, seq === current?.seq && styles.chosen)}
              style={{ transform: `translateY(${start}px)` }}
              role="option"
              aria-selected={seq === current?.seq}
              aria-setsize={actions.length}
              aria-posinset={at + 1}
              onClick={() => onChoose(seq)}
              onDoubleClick={() => onShow(seq)}
            >
              <span className={styles.seq}>{seq}</span>
              <span className={styles.type}>{action.type}</span>
              {seq === from && <span className={styles.mark}>A</span>}
              {seq === to && <span className={styles.mark}>B</span>}
              <span className={styles.origin}>{action.meta.origin}</span>
              <span className={styles.time}>{clockTime(action.meta.at)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The last listed action that is not after `seq`, since a filter may hide that one. The first if all are after it; -1 if there are none. */
function nearest(actions: readonly LoggedAction[], seq: number): number {
  let low = 0;
  let high = actions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((actions[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return actions.length === 0 ? -1 : Math.max(low - 1, 0);
}

import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { ListQuery } from '@espalier/core/work-item';
import type { ActiveLabel } from '@espalier/core/work-item/list';
import { IconButton } from '../../ui/button.tsx';
import { ItemLabel } from '../item-signs.tsx';
import styles from './item-list.module.css';

interface ListLabelsProps<S extends string> {
  readonly labels: readonly ActiveLabel<S>[];
  readonly onShow: (query: ListQuery<S>) => void;
  /** Gets the focus when no label is left. */
  readonly after: RefObject<HTMLElement | null>;
}

/** The labels that the list is filtered by. Removing one moves the focus to the next. */
export function ListLabels<S extends string>({ labels, onShow, after }: ListLabelsProps<S>) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    const at = removed.current;
    removed.current = null;
    if (at === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? after.current)?.focus();
  }, [labels, after]);

  if (labels.length === 0) return null;
  return (
    <ul ref={list} className={styles.labels} role="list" aria-label="Labels">
      {labels.map(({ title, label, without }, index) => (
        <li key={title} className={styles.label}>
          <ItemLabel label={label ?? { ...UNSEEN, title }} />
          <IconButton
            icon="close"
            size="small"
            label={`Remove label ${title}`}
            onClick={() => {
              removed.current = index;
              onShow(without);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Without a colour a pill has the neutral look. */
const UNSEEN = { color: '', textColor: '', description: null };

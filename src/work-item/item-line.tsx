import type { ReactNode } from 'react';
import { splitReference, type WorkItemState } from '@espalier/core/work-item';
import { Icon } from '../ui/icon.tsx';
import { classes } from '../ui/classes.ts';
import { Marked } from './item-signs.tsx';
import { ItemFacts } from './item-facts.tsx';
import type { ItemFactsProps } from './item-facts.tsx';
import styles from './item-line.module.css';

interface ItemLineProps {
  readonly icon: string;
  readonly iconLabel?: string;
  readonly iconTooltip?: string;
  readonly iconClass?: string;
  /** `group/project#7` or `#7`. */
  readonly reference: string;
  /** The list's common prefix, left out of every reference. */
  readonly within?: string;
  /** Stands before the title. */
  readonly sign?: ReactNode;
  readonly confidential: string | null;
  /** A link, or a text, of the class `titleClass`. */
  readonly title: ReactNode;
  readonly facts: ItemFactsProps;
}

export const titleClass = styles.title;

/** Around a line, by the item's state: a closed one is muted. */
export const LINE_CLASSES: Readonly<Record<WorkItemState, string>> = {
  opened: classes(styles.line),
  closed: classes(styles.line, styles.closed),
};

/** What the list around the lines must have: its columns are those in which any of its rows has something. */
export const rowsOf = (columns: readonly string[]) => ({
  className: classes(styles.rows),
  'data-columns': columns.join(' '),
  'data-crowded': columns.length >= MANY || undefined,
});

/** So many columns leave titles little room. */
const MANY = 6;

/** The parts of a row that are the same in the tree, among linked items and in lists. */
export function ItemLine({ icon, iconLabel, iconTooltip, iconClass, reference, within, ...rest }: ItemLineProps) {
  const { sign, confidential, title, facts } = rest;
  const { path, id } = splitReference(reference);
  const shown = within !== undefined && path.startsWith(`${within}/`) ? path.slice(within.length + 1) : path;
  return (
    <>
      <Icon name={icon} className={classes(styles.kind, iconClass)} label={iconLabel} tooltip={iconTooltip} />
      <span
        className={styles.reference}
        data-tooltip={path === '' ? undefined : reference}
        tabIndex={path === '' ? undefined : -1}
      >
        {path !== '' && <span className={styles.path}>{shown}</span>}
        <span>{id}</span>
      </span>
      <span className={styles.name}>
        {sign}
        <Marked tooltip={confidential}>{title}</Marked>
      </span>
      <ItemFacts {...facts} />
    </>
  );
}

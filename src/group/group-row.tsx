import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Group } from '@espalier/core/group';
import { Icon } from '../ui/icon.tsx';
import styles from './lists.module.css';
import { PlaceFacts } from './place-facts.tsx';

interface GroupRowProps {
  readonly group: Group;
  /** As the list tells it: the name, or the full name where the groups above it are not listed. */
  readonly label: string;
  readonly to: string;
  readonly depth?: number;
  /** In the room before the icon. */
  readonly fold?: ReactNode;
}

/** A group in one line: what it is called, what it is about, what it holds. */
export function GroupRow({ group, label, to, depth = 0, fold }: GroupRowProps) {
  return (
    <li className={styles.row} style={depth === 0 ? undefined : { paddingInlineStart: `${depth * 1.25}rem` }}>
      {fold}
      <Icon name={group.fullPath.includes('/') ? 'subgroup' : 'group'} className={styles.kind} />
      <Link className={styles.link} to={to} dir="auto" data-tooltip="">
        {label}
      </Link>
      {group.description && <span className={styles.about}>{group.description}</span>}
      <PlaceFacts id={group.id} />
    </li>
  );
}

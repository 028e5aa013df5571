import type { Person } from '@espalier/core/work-item';
import { Avatar } from '../ui/avatar.tsx';
import styles from './assignees.module.css';

interface AssigneesProps {
  /** As `assigneeSlots` divides them: who is shown, how many are not, and the counter in the last slot. */
  readonly assignees: {
    readonly shown: readonly Pick<Person, 'id' | 'name' | 'avatarUrl'>[];
    readonly hidden: number;
    readonly more: string | null;
  };
}

/** The assignees of a row as one picture with a name (TR-07.4). */
export function Assignees({ assignees: { shown, hidden, more } }: AssigneesProps) {
  const names = shown.map(({ name }) => name).join(', ');
  const text = `Assigned to ${names}${hidden > 0 ? ` and ${hidden} more` : ''}`;
  return (
    <span className={styles.people} role="img" aria-label={text} data-tooltip={text} tabIndex={-1}>
      {shown.map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} src={avatarUrl} />
      ))}
      {more !== null && <span className={styles.more}>{more}</span>}
    </span>
  );
}

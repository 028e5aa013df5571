import type { Person } from '@espalier/core/work-item';
import { selectSignedIn } from '@espalier/core/access';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { useAppSelector } from '../store.ts';
import { webPath } from '@espalier/core/frame';
import layout from '../ui/detail-page.module.css';
import styles from './item-facts.module.css';

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

interface PersonLinkProps {
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  /** With or without a host. */
  readonly url: string;
}

/** A person by picture and name, leading to the person's page, which is for those who are signed in. */
export function PersonLink({ name, username, avatarUrl, url }: PersonLinkProps) {
  const signedIn = useAppSelector(selectSignedIn);
  const content = (
    <>
      <Avatar name={name} src={avatarUrl} />
      {name}
    </>
  );
  if (!signedIn) {
    return (
      <span className={layout.person} data-tooltip={`@${username}`}>
        {content}
      </span>
    );
  }
  return (
    <Link className={layout.person} to={webPath(url)} data-tooltip={`@${username}`}>
      {content}
    </Link>
  );
}

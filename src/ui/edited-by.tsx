import { Link } from 'react-router-dom';
import styles from './edited-by.module.css';
import { TimeAgo } from './time.tsx';

interface EditedByProps {
  /** An instant, ISO 8601. */
  readonly at: string;
  /** Null: nobody is known. */
  readonly name: string | null;
  readonly href?: string | null;
}

/** `Edited 3 days ago by Ada` (RL-06.2). */
export function EditedBy({ at, name, href = null }: EditedByProps) {
  const who = href === null || name === null ? name : <Link to={href}>{name}</Link>;
  return (
    <p className={styles.edited}>
      Edited <TimeAgo at={at} />
      {who !== null && <> by {who}</>}
    </p>
  );
}

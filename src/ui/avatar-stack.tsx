import { stacked } from '@espalier/core/frame';
import { Avatar } from './avatar.tsx';
import { Link } from './link.tsx';
import styles from './avatar.module.css';

interface StackedPerson {
  readonly key: string;
  readonly name: string;
  readonly src: string | null;
  /** Their page; without it the name is not a link. */
  readonly href?: string | null;
}

interface AvatarStackProps {
  /** Names the list. */
  readonly label: string;
  readonly people: readonly StackedPerson[];
  /** So many are shown, the rest is a number. */
  readonly places?: number;
  readonly large?: boolean;
}

/** People as their pictures, side by side; `+N` tells how many more there are, its tooltip who (BD-12.3). */
export function AvatarStack({ label, people, places = 5, large = false }: AvatarStackProps) {
  const { shown, more } = stacked(people, places);
  const rest = people.slice(shown.length).map(({ name }) => name);
  return (
    <ul className={styles.stack} role="list" aria-label={label}>
      {shown.map(({ key, name, src, href }) => (
        <li key={key} className={styles.person}>
          {href == null ? (
            <span data-tooltip={name} tabIndex={-1}>
              <Avatar name={name} src={src} alt={name} large={large} />
            </span>
          ) : (
            <Link to={href} aria-label={name} data-tooltip={name}>
              <Avatar name={name} src={src} large={large} />
            </Link>
          )}
        </li>
      ))}
      {more > 0 && (
        <li className={styles.more} data-tooltip={rest.slice(0, 20).join(', ')} tabIndex={0}>
          <span aria-hidden>+{more}</span>
          <span className="visually-hidden">{more} more</span>
        </li>
      )}
    </ul>
  );
}

import { useState } from 'react';
import { stacked } from '@espalier/core/frame';
import { classes } from './classes.ts';
import { Link } from './link.tsx';
import styles from './avatar.module.css';

/** The largest size at which an avatar is shown, doubled for dense screens: pictures are requested once, in this width (BD-12). */
const PICTURE_WIDTH = 64;

interface AvatarProps {
  readonly name: string;
  readonly src: string | null;
  readonly large?: boolean;
  /** Decoration where the name stands beside it. */
  readonly alt?: string;
}

/** A picture, or the initials where there is none or it does not load. */
export function Avatar({ name, src, large = false, alt = '' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const className = classes(styles.avatar, large && styles.large);
  if (src === null || src === '' || failed === src) {
    return (
      <span
        className={className}
        role={alt === '' ? undefined : 'img'}
        aria-label={alt || undefined}
        aria-hidden={alt === '' || undefined}
      >
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      className={className}
      src={sized(src)}
      alt={alt}
      width={large ? 32 : 24}
      height={large ? 32 : 24}
      loading="lazy"
      draggable={false}
      onError={() => setFailed(src)}
    />
  );
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = (word: string | undefined) => [...(word ?? '')][0] ?? '';
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en');
}

function sized(src: string): string {
  if (src.startsWith('data:')) return src;
  return `${src}${src.includes('?') ? '&' : '?'}width=${PICTURE_WIDTH}`;
}

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

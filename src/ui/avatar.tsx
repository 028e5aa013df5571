import { useState } from 'react';
import { classes } from './classes.ts';
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

import styles from './emoji-token.module.css';

interface EmojiTokenProps {
  readonly name: string;
  /** The sign itself; null where none is known: the name stands by itself. */
  readonly emoji: string | null;
}

/** RL-08.4: a reaction by which something is filtered, as it stands in its token. */
export function EmojiToken({ name, emoji }: EmojiTokenProps) {
  if (emoji === null) return name;
  return (
    <span className={styles.emoji}>
      <span aria-hidden>{emoji}</span>
      <span className={styles.name}>:{name}:</span>
    </span>
  );
}

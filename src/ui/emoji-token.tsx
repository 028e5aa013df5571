import styles from './icon.module.css';

interface EmojiTokenProps {
  readonly name: string;
  /** The emoji; null if it is not known: then the name stands alone. */
  readonly emoji: string | null;
}

/** RL-08.4: a reaction, as a filter token shows it. */
export function EmojiToken({ name, emoji }: EmojiTokenProps) {
  if (emoji === null) return name;
  return (
    <span className={styles.emoji}>
      <span aria-hidden>{emoji}</span>
      <span className={styles.name}>:{name}:</span>
    </span>
  );
}

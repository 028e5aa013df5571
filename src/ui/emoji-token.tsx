import { IconButton } from './button.tsx';
import styles from './emoji-token.module.css';

interface EmojiTokenProps {
  readonly name: string;
  /** The sign itself; null where this device is not told one: its name stands for it. */
  readonly emoji: string | null;
  readonly onRemove?: () => void;
}

/** A reaction by which something is filtered: the sign, and its name between colons. */
export function EmojiToken({ name, emoji, onRemove }: EmojiTokenProps) {
  return (
    <span className={styles.token}>
      {emoji !== null && <span aria-hidden>{emoji}</span>}
      <span className={styles.name}>:{name}:</span>
      {onRemove && <IconButton icon="close" label={`Remove ${name}`} size="small" onClick={onRemove} />}
    </span>
  );
}

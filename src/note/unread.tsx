import { NOTE_TEXTS, type UnreadLine } from '@espalier/core/note';
import styles from './activity.module.css';

/** WI-10.91: parts what is new from what was seen before. */
export function Unread({ above }: Pick<UnreadLine, 'above'>) {
  return <p className={styles.unread}>{above ? NOTE_TEXTS.unreadAbove : NOTE_TEXTS.unread}</p>;
}

import styles from './keys.module.css';

/** What is pressed, as it stands on the keyboard. */
export function Keys({ text }: { readonly text: string }) {
  return <kbd className={styles.keys}>{text}</kbd>;
}

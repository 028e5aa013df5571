import styles from './spinner.module.css';

/** `label` is read out; without it the text around says what is going on. */
export function Spinner({ label }: { readonly label?: string }) {
  return (
    <span
      className={styles.spinner}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    />
  );
}

import { memo } from 'react';
import styles from './markup.module.css';

/**
 * Rendered text. `html` must come from the server's renderer, which sanitises it: nothing here does, and nothing that a person typed
 * in this browser goes in here.
 */
export const Markup = memo(function Markup({ html }: { readonly html: string }) {
  return <div className={styles.text} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
});

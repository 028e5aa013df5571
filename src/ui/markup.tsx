import { memo } from 'react';
import { classes } from './classes.ts';
import styles from './markup.module.css';

/**
 * Rendered text. `html` must come from the server's renderer, which sanitises it: nothing here does, and nothing that a person typed
 * in this browser goes in here.
 */
export const Markup = memo(function Markup({
  html,
  className,
}: {
  readonly html: string;
  readonly className?: string;
}) {
  return <div className={classes(styles.text, className)} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
});

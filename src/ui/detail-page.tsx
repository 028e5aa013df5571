import { memo, useCallback, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { Link } from './link.tsx';
import { TimeAgo } from './time.tsx';
import styles from './detail-page.module.css';

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

interface EditedByProps {
  /** An instant, ISO 8601. */
  readonly at: string;
  /** Null: nobody is known. */
  readonly name: string | null;
  readonly href?: string | null;
}

/** `Edited 3 days ago by Ada` (RL-06.2). */
export function EditedBy({ at, name, href = null }: EditedByProps) {
  const who = href === null || name === null ? name : <Link to={href}>{name}</Link>;
  return (
    <p className={styles.edited}>
      Edited <TimeAgo at={at} />
      {who !== null && <> by {who}</>}
    </p>
  );
}

/**
 * EP-15.5: what a button elsewhere on the page opens may be out of sight: it is scrolled into view and focused. `open` is the current state; the
 * returned function wraps the button's own handler, and is the same while that is.
 */
export function useRevealed(id: string, open: boolean, toggle: () => void): () => void {
  const pressed = useRef(false);
  useEffect(() => {
    if (open && pressed.current) {
      const element = document.getElementById(id);
      element?.scrollIntoView({ block: 'start' });
      element?.focus({ preventScroll: true });
    }
    pressed.current = false;
  }, [id, open]);
  return useCallback(() => {
    pressed.current = true;
    toggle();
  }, [toggle]);
}

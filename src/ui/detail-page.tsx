import { useCallback, useEffect, useRef } from 'react';
import { Link } from './link.tsx';
import { TimeAgo } from './time.tsx';
import styles from './detail-page.module.css';

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

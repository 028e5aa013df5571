import { selectWaiting } from '@espalier/core/frame';
import { selectUnsaved } from '@espalier/core/sync';
import { useOnline } from '../ports/use-online.ts';
import { useAppSelector } from '../store.ts';
import styles from './frame.module.css';

/** RP-02.26: what was changed looks saved, so it is said while it cannot be. The region is there before its text, so that screen readers hear it. */
export function Unsaved() {
  const online = useOnline();
  const unsaved = useAppSelector(online ? selectWaiting : selectUnsaved);
  return (
    <div className={styles.unsaved} role="status">
      {unsaved && <p>Not saved yet: no connection</p>}
    </div>
  );
}

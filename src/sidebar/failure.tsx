import { sidebarActions } from '@espalier/core/sidebar';
import type { SidebarPart } from '@espalier/core/sidebar';
import { useAppDispatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import styles from './sidebar.module.css';

/** EP-18.45: stands where a part could not be read. */
export function Failure({ text, part }: { readonly text: string; readonly part: SidebarPart }) {
  const dispatch = useAppDispatch();
  return (
    <p className={styles.failure} role="alert">
      {text}
      <Button size="small" icon="retry" onClick={() => dispatch(sidebarActions.partRetried({ part }))}>
        Try again
      </Button>
    </p>
  );
}

import { useId } from 'react';
import type { ReactNode } from 'react';
import { sidebarActions } from '@espalier/core/sidebar';
import type { SidebarPart } from '@espalier/core/sidebar';
import { Button } from '../ui/button.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import { useAppDispatch } from '../store.ts';
import { useEditable } from '../ui/use-editable.ts';
import type { Editor } from '../ui/use-editable.ts';
import styles from './sidebar.module.css';

interface WidgetProps {
  readonly title: string;
  /** An editor that opens and closes; without it there is nothing to edit, or not for this viewer. */
  readonly editor?: Editor | null;
  readonly children: ReactNode;
}

/** One part of the sidebar: its name, its way into editing, its content. */
export function Widget({ title, editor = null, children }: WidgetProps) {
  const id = useId();
  const { open, frame, button, label } = useEditable(title, editor);
  return (
    <div className={styles.widget} role="group" aria-labelledby={id} {...frame}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {editor !== null && (
          <Button className={styles.edit} look="link" aria-label={label} {...button}>
            {open ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}

/** Shown where there is no value. */
export const None = ({ children }: { readonly children: string }) => <span className={styles.none}>{children}</span>;

/** Skeleton of a value that is loading. */
export const Loading = () => (
  <span role="status" aria-label="Loading">
    <SkeletonBar width="60%" />
  </span>
);

/** EP-18.45: shown where a part could not be read. */
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

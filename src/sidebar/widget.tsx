import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { sidebarActions } from '@espalier/core/sidebar';
import type { SidebarPart } from '@espalier/core/sidebar';
import { Button } from '../ui/button.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import { useAppDispatch } from '../store.ts';
import { useLeave } from './use-leave.ts';
import styles from './sidebar.module.css';

interface WidgetProps {
  readonly title: string;
  /** An editor that opens and closes; without it there is nothing to edit, or not for this viewer. */
  readonly editor?: {
    readonly open: boolean;
    readonly onOpen: () => void;
    /** Done, or the focus or the pointer went elsewhere. */
    readonly onClose: () => void;
    /** Escape. */
    readonly onDiscard: () => void;
  } | null;
  readonly children: ReactNode;
}

/** One part of the sidebar: its name, its way into editing, its content. */
export function Widget({ title, editor = null, children }: WidgetProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const open = editor?.open === true;
  const leave = useLeave(open, () => editor?.onClose());
  const press = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    editor?.onDiscard();
    button.current?.focus();
  };
  const toggle = () => {
    if (open) editor?.onClose();
    else editor?.onOpen();
  };
  return (
    <div className={styles.widget} role="group" aria-labelledby={id} onKeyDown={press} {...leave}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {editor !== null && (
          <Button
            ref={button}
            className={styles.edit}
            look="link"
            data-command={`edit ${title.toLowerCase()}`}
            aria-expanded={open}
            aria-label={open ? `Done editing ${title.toLowerCase()}` : `Edit ${title.toLowerCase()}`}
            onClick={toggle}
          >
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

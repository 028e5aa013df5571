import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLazy } from './use-lazy.ts';

export interface DialogProps {
  readonly title: string;
  /** `alertdialog` asks for a decision and does not close by a click beside it. */
  readonly kind?: 'dialog' | 'alertdialog';
  /** Closing is refused while something is in flight. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const loadDialog = () => import('./dialog-modal.tsx');

/** Fetches the dialog's code before it is needed. */
export const preloadDialog = () => void loadDialog().catch(() => undefined);

/**
 * A modal dialog while it is rendered. It keeps the focus inside, hides the page behind from screen readers, and gives the focus
 * back to what opened it.
 */
export function Dialog(props: DialogProps) {
  const { module, failed } = useLazy(loadDialog, true);
  const { onClose } = props;
  useEffect(() => {
    if (failed) onClose();
  }, [failed, onClose]);
  return module === null ? null : <module.DialogModal {...props} />;
}

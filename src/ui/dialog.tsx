import type { DialogProps } from './dialog-modal.tsx';
import { PopupFailure } from './empty-state.tsx';
import { useLazy } from './use-lazy.ts';

const loadDialog = () => import('./dialog-modal.tsx');

/** A modal dialog, open while it is rendered. It traps the focus, hides the page behind from screen readers, and returns the focus to what opened it. */
export function Dialog(props: DialogProps) {
  const { module, failed, retry } = useLazy(loadDialog, true);
  if (failed) return <PopupFailure what="The dialog" onRetry={retry} onClose={props.onClose} />;
  return module === null ? null : <module.DialogModal {...props} />;
}

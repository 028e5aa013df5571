import type { DialogProps } from './dialog-props.ts';
import { PopupFailure } from './part-failure.tsx';
import { useLazy } from './use-lazy.ts';

const loadDialog = () => import('./dialog-modal.tsx');

/**
 * A modal dialog while it is rendered. It keeps the focus inside, hides the page behind from screen readers, and gives the focus
 * back to what opened it.
 */
export function Dialog(props: DialogProps) {
  const { module, failed, retry } = useLazy(loadDialog, true);
  if (failed) return <PopupFailure what="The dialog" onRetry={retry} onClose={props.onClose} />;
  return module === null ? null : <module.DialogModal {...props} />;
}

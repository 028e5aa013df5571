import { selectRemovalModel } from '@espalier/core';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** TR-13: asks before a child is taken out of its parent. */
export function TreeDialogs() {
  const dispatch = useAppDispatch();
  const removal = useAppSelector(selectRemovalModel);
  if (removal === null) return null;
  const cancel = () => dispatch(treeActions.removeCancelled());
  return (
    <Dialog
      title={removal.title}
      kind="alertdialog"
      onClose={cancel}
      actions={
        <>
          <Button autoFocus onClick={cancel}>
            {removal.cancel}
          </Button>
          <Button look="danger" onClick={() => dispatch(treeActions.removeConfirmed())}>
            {removal.confirm}
          </Button>
        </>
      }
    >
      <p>{removal.text}</p>
    </Dialog>
  );
}

import { itemDeletion, workItemActions } from '@espalier/core/work-item';
import type { WorkItemModel } from '@espalier/core/work-item';
import { useAppDispatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface ItemDeletionDialogProps {
  readonly item: Pick<WorkItemModel, 'id' | 'type' | 'title'>;
  readonly onClose: () => void;
}

/** WI-02.20: asks before an item is deleted for good. */
export function ItemDeletionDialog({ item: { id, type, title }, onClose }: ItemDeletionDialogProps) {
  const dispatch = useAppDispatch();
  const texts = itemDeletion(type);
  const confirm = () => {
    dispatch(workItemActions.deleteConfirmed({ id }));
    onClose();
  };
  return (
    <Dialog
      title={texts.title}
      kind="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" onClick={confirm}>
            {texts.title}
          </Button>
        </>
      }
    >
      <p dir="auto">
        <strong>{title}</strong>
      </p>
      <p>{texts.question}</p>
    </Dialog>
  );
}

import { epicActions, selectEpicDeletion, selectNewEpic } from '@espalier/core/epic';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { NewEpicForm } from './new-epic-form.tsx';

/** The dialogs of the epic page: one at a time, as the core says. */
export function EpicDialogs() {
  const creating = usePlaceSelector(selectNewEpic).open;
  const deleting = usePlaceSelector(selectEpicDeletion).open;
  return (
    <>
      {creating && <NewEpicDialog />}
      {deleting && <DeletionDialog />}
    </>
  );
}

function NewEpicDialog() {
  const dispatch = useAppDispatch();
  const { sending } = usePlaceSelector(selectNewEpic);
  const close = () => dispatch(epicActions.newEpicClosed());
  return (
    <Dialog title="New epic" busy={sending} onClose={close}>
      <NewEpicForm onCancel={close} />
    </Dialog>
  );
}

function DeletionDialog() {
  const dispatch = useAppDispatch();
  const { title, text, confirm, sending, error } = usePlaceSelector(selectEpicDeletion);
  const cancel = () => dispatch(epicActions.epicDeletionCancelled());
  return (
    <Dialog
      title={title}
      kind="alertdialog"
      busy={sending}
      onClose={cancel}
      actions={
        <>
          <Button autoFocus disabled={sending} onClick={cancel}>
            Cancel
          </Button>
          <Button look="danger" loading={sending} onClick={() => dispatch(epicActions.epicDeletionConfirmed())}>
            {confirm}
          </Button>
        </>
      }
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <p>{text}</p>
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import { issueDeleteForm } from '@espalier/core/tree';
import { usePorts } from '../ports/context.ts';
import { formToken } from '../ports/csrf.ts';
import { IssueDeletion } from '../tree/forms/issue-delete-form.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';

interface IssueDeletionDialogProps {
  /** The issue's own path, to which the form posts. */
  readonly path: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** TR-24: asks before an issue is deleted for good. The token is read when it is needed, so that it is never an old one. */
export function IssueDeletionDialog({ path, name, onClose }: IssueDeletionDialogProps) {
  const { rest } = usePorts();
  const [token, setToken] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let shown = true;
    formToken(rest).then(
      (read) => shown && (read === null ? setFailed(true) : setToken(read)),
      () => shown && setFailed(true),
    );
    return () => {
      shown = false;
    };
  }, [rest]);

  return (
    <Dialog title="Delete issue" kind="alertdialog" onClose={onClose}>
      {failed ? (
        <>
          <Alert tone="danger">The issue cannot be deleted now. Check the connection and that you are signed in.</Alert>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
        </>
      ) : token === null ? (
        <SkeletonBar width="100%" height="5rem" />
      ) : (
        <IssueDeletion form={issueDeleteForm(path, token, name)} onCancel={onClose} />
      )}
    </Dialog>
  );
}

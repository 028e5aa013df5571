import { useEffect, useState } from 'react';
import { issueDeleteForm } from '@espalier/core/tree';
import type { IssueDeleteForm } from '@espalier/core/tree';
import { usePorts } from '../ports/context.ts';
import { formToken } from '../ports/csrf.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import styles from '../tree/forms/forms.module.css';

interface IssueDeletionDialogProps {
  /** The issue's own path, to which the form posts. */
  readonly path: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** TR-24: asks before an issue is deleted for good. The token is read when it is needed, so that it is never stale. */
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

interface IssueDeletionProps {
  /** From `issueDeleteForm` of the core, with the page's CSRF token. */
  readonly form: IssueDeleteForm;
  readonly onCancel: () => void;
}

/** TR-24: a form that the browser itself posts, so that the server's own page answers. */
export function IssueDeletion({ form: { action, method, fields, text }, onCancel }: IssueDeletionProps) {
  return (
    <form className={styles.form} action={action} method={method}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className={styles.question}>{text}</p>
      <div className={styles.actions}>
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="danger">
          Delete issue
        </Button>
      </div>
    </form>
  );
}

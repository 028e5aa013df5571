import { useState } from 'react';
import { isEntryWritten, manageActions, selectManage } from '@espalier/core/manage';
import type { EditedEntry, ManagedPage } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useEditForm } from '../ui/use-edit-form.tsx';
import { useInviteLimits } from './invite-limits.tsx';
import type { NounView } from './noun-view.ts';
import { PictureField } from './picture-field.tsx';
import styles from './managed-page.module.css';

interface FormProps {
  readonly page: ManagedPage;
  readonly view: NounView;
  readonly edited: EditedEntry;
  readonly onClose: () => void;
}

/** BD-05.22: Ctrl+Enter and Cmd+Enter save; Escape and Cancel ask before they lose what was typed. */
export function ManagedForm({ page, view, edited, onClose }: FormProps) {
  const dispatch = useAppDispatch();
  const { form } = useAppSelector(selectManage);
  const [unread, setUnread] = useState<readonly string[]>([]);
  const { was, draft } = edited;
  const sending = form.status === 'sending';

  const isWritten = isEntryWritten(edited);
  const isModal = view.modal === true && was === null;
  const { instead, above, limited, askFirst } = useInviteLimits(page, draft, isModal);
  const submit = () => dispatch(manageActions.submitted({ page, what: 'save', id: was?.id ?? null, draft }));
  const save = () => {
    if (unread.length === 0 && !askFirst()) submit();
  };
  const { cancel, handlers, question } = useEditForm({ sending, isWritten, save, onClose });
  const title = was === null ? (view.create ?? '') : `Edit ${view.nameOf(was)}`;
  const body = (
    <form className={isModal ? styles.fields : styles.form} aria-label={title} noValidate {...handlers}>
      {above}
      {form.what === 'save' && form.error !== null && <Alert tone="danger">{form.error}</Alert>}
      {view.fields({
        page,
        draft,
        faults: form.faults,
        sending,
        onType: (typed) => {
          if (!sending) dispatch(manageActions.typed({ draft: typed }));
        },
        onUnread: (field, isUnread) =>
          setUnread((fields) => [...fields.filter((each) => each !== field), ...(isUnread ? [field] : [])]),
      })}
      <div className={styles.actions}>
        <Button type="submit" look="primary" loading={sending}>
          {was === null ? (view.send ?? title.replace(/^New/, 'Create')) : 'Save changes'}
        </Button>
        {(view.only === undefined || isWritten) && (
          <Button disabled={sending} onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {question}
      {limited(submit)}
    </form>
  );
  return isModal ? (
    <Dialog title={title} busy={sending} onClose={cancel}>
      {instead?.(onClose) ?? body}
    </Dialog>
  ) : (
    <>
      {was !== null && view.picture !== undefined && (
        <PictureField page={page} id={was.id} name={view.nameOf(was)} src={view.picture(was)} disabled={isWritten} />
      )}
      {body}
    </>
  );
}

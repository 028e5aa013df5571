import { useState } from 'react';
import { manageActions, selectManage } from '@espalier/core/manage';
import type { Entry, ManagedPage } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ChosenField } from './chosen-field.tsx';
import type { NounView, Question } from './noun-view.ts';

interface QuestionProps {
  readonly page: ManagedPage;
  readonly view: NounView;
  readonly entry: Entry;
  readonly what: string;
  readonly question: Question;
  readonly onClose: () => void;
}

/** BD-05.23: asks before a change that cannot be undone, and for the other entry that it takes. */
export function QuestionDialog({ page, view, entry, what, question, onClose }: QuestionProps) {
  const dispatch = useAppDispatch();
  const { form } = useAppSelector(selectManage);
  const [sent, setSent] = useState(false);
  const [other, setOther] = useState('');
  const [typed, setTyped] = useState('');
  const { title, button, text, chooses, confirms } = question;
  const wanted = confirms?.(entry as never) ?? '';
  const isComplete =
    (chooses === undefined || other !== '' || chooses.optional?.(page) === true) && typed.trim() === wanted;
  const sending = form.status === 'sending';
  // What was refused is said here and nowhere else.
  const close = () => {
    dispatch(manageActions.formClosed());
    onClose();
  };
  const confirm = () => {
    setSent(true);
    const draft = chooses === undefined ? {} : { [chooses.field]: other };
    dispatch(manageActions.submitted({ page, what, id: entry.id, draft }));
  };
  return (
    <Dialog
      title={title}
      kind="alertdialog"
      busy={sending}
      onClose={close}
      actions={
        <>
          <Button autoFocus disabled={sending} onClick={close}>
            Cancel
          </Button>
          <Button look="danger" loading={sending} disabled={!isComplete} onClick={confirm}>
            {button}
          </Button>
        </>
      }
    >
      {sent && form.what === what && form.error !== null && <Alert tone="danger">{form.error}</Alert>}
      <p>{text(view.nameOf(entry), page)}</p>
      {chooses !== undefined && (
        <ChosenField
          label={chooses.label}
          {...(chooses.optional?.(page) === true && { hint: chooses.hint ?? '' })}
          what={chooses.from}
          of={{ page, except: entry.id }}
          single
          readOnly={sending}
          value={other}
          onChange={setOther}
        />
      )}
      {wanted !== '' && (
        <TextField
          label={`Type ${wanted} to confirm`}
          autoComplete="off"
          readOnly={sending}
          value={typed}
          onChange={setTyped}
        />
      )}
    </Dialog>
  );
}

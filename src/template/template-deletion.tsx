import { useState } from 'react';
import { selectManaging, templateActions } from '@espalier/core/template';
import type { TemplatePlace } from '@espalier/core/template';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface DeletionProps {
  readonly place: TemplatePlace;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks before a template is deleted. */
export function TemplateDeletion({ place, name, onClose }: DeletionProps) {
  const dispatch = useAppDispatch();
  const { form } = useAppSelector(selectManaging);
  const [sent, setSent] = useState(false);
  const sending = form.status === 'sending';
  const confirm = () => {
    setSent(true);
    dispatch(templateActions.submitted({ place, was: name, text: null }));
  };
  return (
    <Dialog
      title="Delete template"
      kind="alertdialog"
      busy={sending}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus disabled={sending} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" loading={sending} onClick={confirm}>
            Delete template
          </Button>
        </>
      }
    >
      {sent && form.error !== null && <Alert tone="danger">{form.error}</Alert>}
      <p>
        <strong dir="auto">{name}</strong> is no longer offered. Descriptions that began with it stay as they are. This
        cannot be undone.
      </p>
    </Dialog>
  );
}

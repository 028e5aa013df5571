import { useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface EditForm {
  /** Closes it, after a question where something would be lost. */
  readonly cancel: () => void;
  /** To be spread over the form: Ctrl+Enter and Cmd+Enter save, Escape cancels. */
  readonly handlers: {
    readonly onSubmit: (event: FormEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** To be drawn in the form. */
  readonly question: ReactNode;
}

interface EditFormOptions {
  readonly sending: boolean;
  /** Something would be lost with the form. */
  readonly isWritten: boolean;
  /** Asked only while nothing is being sent. */
  readonly save: () => void;
  readonly onClose: () => void;
}

/** What every form does that edits one thing in its place. */
export function useEditForm({ sending, isWritten, save, onClose }: EditFormOptions): EditForm {
  const [asks, setAsks] = useState(false);
  const saveNow = () => {
    if (!sending) save();
  };
  const cancel = () => {
    if (sending) return;
    if (isWritten) setAsks(true);
    else onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented || asks) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saveNow();
    else if (event.key === 'Escape') cancel();
    else return;
    event.preventDefault();
  };
  return {
    cancel,
    handlers: {
      onSubmit: (event) => {
        event.preventDefault();
        saveNow();
      },
      onKeyDown: press,
    },
    question: asks && <Discard onDiscard={onClose} onClose={() => setAsks(false)} />,
  };
}

function Discard({ onDiscard, onClose }: { readonly onDiscard: () => void; readonly onClose: () => void }) {
  return (
    <Dialog
      title="Discard changes?"
      kind="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            Continue editing
          </Button>
          <Button look="danger" onClick={onDiscard}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>Are you sure you want to cancel editing?</p>
    </Dialog>
  );
}

import { memo, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { TypedField } from '@espalier/core/work-item/fields';
import { TextField } from '../ui/field.tsx';
import { ItemField, None, useTyping } from './item-field.tsx';

interface NumberFieldProps {
  readonly field: Extract<TypedField, 'weight' | 'progress'>;
  readonly title: string;
  readonly value: number | null;
  /** What is shown of it. */
  readonly shown: ReactNode;
  readonly mayChange: boolean;
  readonly saving: boolean;
  /** Takes what was typed; answers why it cannot, or null. */
  readonly onSave: (text: string) => string | null;
}

/** WI-07: a number, edited in place. Enter and leaving the field save, Escape does not; what cannot be read stays in the field. */
export const NumberField = memo(function NumberField({
  field: name,
  title,
  value,
  shown,
  mayChange,
  saving,
  onSave,
}: NumberFieldProps) {
  /** Null: it is not being edited. */
  const [text, setText] = useState<string | null>(null);
  /** What it was opened with: as long as that stands there nothing is saved, whatever others have saved meanwhile. */
  const [opened, setOpened] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const editing = text !== null;
  useTyping(name, editing);
  useEffect(() => {
    if (!editing) return;
    field.current?.focus();
    field.current?.select();
  }, [editing]);

  const close = () => {
    setText(null);
    setError(null);
  };
  const open = () => {
    const now = value === null ? '' : String(value);
    setOpened(now);
    setText(now);
  };
  const save = () => {
    if (text === opened) return close();
    const fault = onSave(text ?? '');
    if (fault === null) close();
    else setError(fault);
  };
  const editor = mayChange
    ? {
        open: editing,
        onOpen: open,
        onClose: save,
        onDiscard: close,
      }
    : null;
  return (
    <ItemField title={title} editor={editor} saving={saving}>
      {text !== null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField
            ref={field}
            label={title}
            hideLabel
            inputMode="numeric"
            autoComplete="off"
            placeholder="None"
            value={text}
            error={error}
            onChange={setText}
          />
        </form>
      ) : value === null ? (
        <None />
      ) : (
        shown
      )}
    </ItemField>
  );
});

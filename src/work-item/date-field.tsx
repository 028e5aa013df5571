import { memo, useRef, useState } from 'react';
import type { DateFact } from '@espalier/core/work-item/fields';
import { itemEdits } from '@espalier/core/work-item/fields';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch } from '../store.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { ItemField, None, useTyping } from './item-field.tsx';

interface DateFieldProps {
  readonly id: string;
  readonly field: DateFact;
  readonly title: string;
  readonly value: string | null;
  /** As it is read; null: there is none. */
  readonly text: string | null;
  /** WI-05.2: no day before this one. */
  readonly min?: string | null;
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-05: a date, typed as people write it or picked in a calendar, and saved with each choice. */
export const DateField = memo(function DateField({
  id,
  field,
  title,
  value,
  text,
  min = null,
  mayChange,
  saving,
}: DateFieldProps) {
  const dispatch = useAppDispatch();
  const { clock } = usePorts();
  const [open, setOpen] = useState(false);
  const editing = useRef<HTMLDivElement>(null);
  const unread = useRef(false);
  useTyping(field, open && mayChange);
  const discard = () => {
    unread.current = false;
    setOpen(false);
  };
  const close = () => {
    // Leaving the field takes what is typed, also if a press elsewhere comes before the blur.
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && editing.current?.contains(focused)) focused.blur();
    if (!unread.current) discard();
  };
  return (
    <ItemField
      title={title}
      editor={mayChange ? { open, onOpen: () => setOpen(true), onClose: close, onDiscard: discard } : null}
      saving={saving}
    >
      {open && mayChange ? (
        <div ref={editing}>
          <DatePicker
            label={title}
            hideLabel
            autoFocus
            today={clock.today()}
            value={value}
            min={min}
            onUnread={(now) => {
              unread.current = now;
            }}
            onChange={(day) => dispatch(itemEdits.dateChanged({ id, field, value: day ?? '' }))}
          />
        </div>
      ) : (
        (text ?? <None />)
      )}
    </ItemField>
  );
});

import { useEffect, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { epicEdits } from '@espalier/core/epic';
import { selectSidebarDates, sidebarActions } from '@espalier/core/sidebar';
import type { DateField, SidebarDate } from '@espalier/core/sidebar';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, usePlaceSelector } from '../store.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import styles from './sidebar.module.css';
import { Loading, None, Widget } from './widget.tsx';

interface DateWidgetProps {
  readonly field: DateField;
  readonly title: string;
}

/** EP-07: a date, fixed or inherited, with its source; both are kept when the other one counts. */
export function DateWidget({ field, title }: DateWidgetProps) {
  const date = usePlaceSelector(selectSidebarDates)?.[field] ?? null;
  const [open, setOpen] = useState(false);
  const editing = useRef<HTMLDivElement>(null);
  const unread = useRef(false);
  if (date === null) {
    return (
      <Widget title={title}>
        <Loading />
      </Widget>
    );
  }
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
  const editor = date.canUpdate ? { open, onOpen: () => setOpen(true), onClose: close, onDiscard: discard } : null;
  return (
    <Widget title={title} editor={editor}>
      <span className={styles.value} aria-busy={date.saving || undefined}>
        {date.date === null ? <None>{date.text}</None> : date.text}
        {date.date !== null && <span className={styles.note}>{date.wording}</span>}
      </span>
      {date.warning !== null && <p className={styles.warning}>{date.warning}</p>}
      {open && editor !== null && (
        <DateEditor field={field} title={title} date={date} element={editing} unread={unread} />
      )}
      {!open && date.error !== null && <p className={styles.error}>{date.error}</p>}
    </Widget>
  );
}

interface DateEditorProps extends DateWidgetProps {
  readonly date: SidebarDate;
  readonly element: RefObject<HTMLDivElement | null>;
  /** Whether the field's text cannot be parsed. */
  readonly unread: RefObject<boolean>;
}

function DateEditor({ field, title, date, element, unread }: DateEditorProps) {
  const dispatch = useAppDispatch();
  const { clock } = usePorts();
  const name = useId();
  // AP-07.61
  useEffect(() => {
    dispatch(sidebarActions.dateEntered({ field }));
    return () => void dispatch(sidebarActions.dateLeft({ field }));
  }, [dispatch, field]);
  const choose = (isFixed: boolean) => dispatch(epicEdits.dateChanged({ field, isFixed }));
  return (
    <div className={styles.editor} ref={element}>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={date.isFixed} onChange={() => choose(true)} />
        Fixed
      </label>
      <DatePicker
        label={title}
        hideLabel
        autoFocus
        today={clock.today()}
        value={date.fixed}
        error={date.error}
        onUnread={(now) => {
          unread.current = now;
        }}
        onChange={(value) => dispatch(epicEdits.dateChanged({ field, value: value ?? '', id: date.epicId }))}
      />
      <label className={styles.choice}>
        <input type="radio" name={name} checked={!date.isFixed} onChange={() => choose(false)} />
        <span>
          Inherited: {date.inheritedText}
          {date.source !== null && <span className={styles.note}>from {date.source}</span>}
        </span>
      </label>
    </div>
  );
}

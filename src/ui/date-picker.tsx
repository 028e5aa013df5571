import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { leftDay, pickedDay } from '@espalier/core/calendar';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import type { CalendarPopoverProps, DatePickerProps } from './date-picker-props.ts';
import styles from './date-picker.module.css';
import fieldStyles from './field.module.css';
import { PopupFailure } from './part-failure.tsx';
import { useLazy } from './use-lazy.ts';

const loadCalendar = () => import('./date-calendar.tsx');
const preloadCalendar = () => void loadCalendar().catch(() => undefined);

/**
 * A civil day, typed as `YYYY-MM-DD` or picked in a calendar (BD-09). No time and no time zone takes part. Alt with the down arrow opens the
 * calendar, whose code is fetched then; Escape in the text puts the date of before back.
 */
export function DatePicker(props: DatePickerProps) {
  const { label, hideLabel = false, value, onChange, today, min, max, months } = props;
  const { hint, error, readOnly = false, autoFocus = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** What is being typed; null: the text is the value's. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  /** Has the focus again when the calendar is closed. */
  const opener = useRef<HTMLElement | null>(null);
  const limits = { today, min, max };
  const about = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');

  const take = (date: string | null) => {
    setTyped(null);
    if (date !== value) onChange(date);
  };
  const openFrom = (element: HTMLElement | null) => {
    opener.current = element;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const { key, altKey, nativeEvent } = event;
    if (readOnly || nativeEvent.isComposing) return;
    if (key === 'Enter') take(pickedDay(typed ?? value ?? '', limits));
    else if (key === 'Escape' && typed !== null) setTyped(null);
    else if (key === 'ArrowDown' && altKey) openFrom(input.current);
    else return;
    event.preventDefault();
    // What is around the field has these keys too.
    event.stopPropagation();
  };

  return (
    <div className={fieldStyles.field}>
      <label className={hideLabel ? 'visually-hidden' : fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.group}>
        <input
          ref={input}
          id={id}
          className={classes(fieldStyles.control, styles.input)}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="YYYY-MM-DD"
          value={typed ?? value ?? ''}
          readOnly={readOnly}
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={about === '' ? undefined : about}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => typed !== null && take(leftDay(typed, value, limits))}
          onKeyDown={press}
        />
        {!readOnly && (
          <span className={styles.buttons}>
            {value !== null && (
              <IconButton
                icon="clear"
                label={`Clear ${label.toLowerCase()}`}
                size="small"
                onClick={() => {
                  take(null);
                  input.current?.focus();
                }}
              />
            )}
            <IconButton
              ref={button}
              icon="calendar"
              label={`Choose ${label.toLowerCase()}`}
              size="small"
              aria-haspopup="dialog"
              aria-expanded={open}
              onPointerEnter={preloadCalendar}
              onFocus={preloadCalendar}
              onClick={() => (open ? close() : openFrom(button.current))}
            />
          </span>
        )}
      </div>
      {error && (
        <p className={fieldStyles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {open && (
        <CalendarPopover
          label={label}
          value={value}
          today={today}
          min={min}
          max={max}
          months={months}
          anchor={button}
          onClose={close}
          onPick={(date) => {
            close();
            take(date);
          }}
        />
      )}
    </div>
  );
}

/** Nothing is shown until its code is there. */
function CalendarPopover(props: CalendarPopoverProps) {
  const { module, failed, retry } = useLazy(loadCalendar, true);
  if (failed) return <PopupFailure what="The calendar" onRetry={retry} onClose={props.onClose} />;
  return module === null ? null : <module.DateCalendarPopover {...props} />;
}

import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { type NaturalDay, pickedDay, UNREADABLE_DATE, WORDS_NOT_READ } from '@espalier/core/calendar';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import type { CalendarFacts, CalendarPopoverProps } from './date-calendar.tsx';
import { PopupFailure } from './empty-state.tsx';
import { loadOnce, preload, useLazy } from './use-lazy.ts';
import styles from './date-picker.module.css';
import fieldStyles from './field.module.css';

const loadCalendar = () => import('./date-calendar.tsx');
const preloadCalendar = () => preload(loadCalendar);

/** The parser for dates in words, once it has loaded. */
let natural: NaturalDay | null = null;
const loadNatural = async () => {
  natural = (await import('./natural-day.ts')).naturalDay;
};
const preloadNatural = () => preload(loadNatural);

const ORDER = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;

/** BD-09.7: how the viewer's language writes days. */
function dayOrder() {
  const parts = new Intl.DateTimeFormat(navigator.language, ORDER).formatToParts(0);
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'day' ? 'dayFirst' : 'monthFirst';
}

/**
 * A civil day, typed as people write it or picked in a calendar (BD-09). No time and no time zone takes part. Alt with the down arrow opens the
 * calendar, whose code is fetched then; Escape in the text puts the date of before back.
 */
export function DatePicker(props: DatePickerProps) {
  const { label, hideLabel = false, value, onChange, today, min, max, months } = props;
  const { hint, onUnread, onEnter, readOnly = false, autoFocus = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** What is being typed; null: the text is the value's. */
  const [typed, setTyped] = useState<string | null>(null);
  /** Why the text is not accepted; null if nothing is wrong. */
  const [fault, setFault] = useState<string | null>(null);
  const error = fault ?? props.error;
  const [open, setOpen] = useState(false);
  /** Counts edits, so that a late parse result does not overwrite newer input. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  /** Has the focus again when the calendar is closed. */
  const opener = useRef<HTMLElement | null>(null);
  const about = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');

  const change = (text: string | null) => {
    turn.current += 1;
    setTyped(text);
    setFault(null);
    onUnread?.(false);
  };
  const take = (date: string | null) => {
    change(null);
    if (date !== value) onChange(date);
  };
  const refuse = (why: string | null) => {
    setFault(why);
    onUnread?.(true);
  };
  const read = (text: string, words: 'wanted' | 'there' | 'missing' = natural === null ? 'wanted' : 'there') => {
    const picked = pickedDay(text, { today, min, max, order: dayOrder() }, natural);
    if (picked !== null) return take(picked.day);
    if (words !== 'wanted') return refuse(words === 'missing' ? WORDS_NOT_READ : UNREADABLE_DATE);
    refuse(null);
    const asked = turn.current;
    const again = (outcome: 'there' | 'missing') => asked === turn.current && read(text, outcome);
    loadOnce(loadNatural).then(
      () => again('there'),
      () => again('missing'),
    );
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
    if (key === 'Enter' && typed === null && onEnter) onEnter();
    else if (key === 'Enter') read(typed ?? value ?? '');
    else if (key === 'Escape' && typed !== null) change(null);
    else if (key === 'ArrowDown' && altKey) openFrom(input.current);
    else return;
    event.preventDefault();
    // The surrounding widget uses these keys too.
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
          autoComplete="off"
          placeholder="YYYY-MM-DD"
          value={typed ?? value ?? ''}
          readOnly={readOnly}
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={about === '' ? undefined : about}
          onChange={({ target }) => change(target.value)}
          onFocus={preloadNatural}
          onBlur={() => typed !== null && read(typed)}
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

export interface DatePickerProps extends CalendarFacts {
  readonly hideLabel?: boolean;
  readonly onChange: (date: string | null) => void;
  /** Called when the text stops being a date, or is not yet known to be one (BD-09.6), and when it becomes one again. */
  readonly onUnread?: (unread: boolean) => void;
  readonly hint?: string | null;
  readonly error?: string | null;
  /** The date can be read, and that is all. */
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Enter is pressed, and nothing is being typed. */
  readonly onEnter?: () => void;
}

/** The calendar of a date field. Loaded on first use. The library's dates have no time zone; here they are texts as everywhere else. */

import { useContext, type RefObject } from 'react';
import { GregorianCalendar, parseDate } from '@internationalized/date';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  CalendarStateContext,
  Dialog,
  I18nProvider,
  Popover,
} from 'react-aria-components';
import { calendarMonths, isCivilDate, withinLimits } from '@espalier/core/calendar';
import { region } from '../ports/region.ts';
import { Button, IconButton } from './button.tsx';
import styles from './date-picker.module.css';

/** The first and the last day that a civil date can name. */
const FIRST = '0001-01-01';
const LAST = '9999-12-31';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const gregorian = () => new GregorianCalendar();

/** What is shown, and which days can be chosen. */
export interface CalendarFacts {
  readonly label: string;
  /** `YYYY-MM-DD`; null: no date. */
  readonly value: string | null;
  /** The viewer's civil day. */
  readonly today: string;
  /** No day before this one can be chosen. */
  readonly min?: string | null;
  readonly max?: string | null;
  /** Months side by side in the calendar, 1 to 4; one on a narrow screen. */
  readonly months?: number;
}

export interface CalendarPopoverProps extends CalendarFacts {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onPick: (date: string | null) => void;
  readonly onClose: () => void;
}

interface CalendarProps extends CalendarFacts {
  readonly onPick: (date: string | null) => void;
  /** It takes the focus when it opens. */
  readonly autoFocus?: boolean;
}

/** Months of days of which one can be picked; names are English whatever the browser's language, as everywhere. */
export function DateCalendar({ label, value, today, min, max, months = 1, onPick, autoFocus = false }: CalendarProps) {
  const shown = calendarMonths(months);
  const limits = { min: min ?? FIRST, max: max ?? LAST };
  const chosen = value !== null && isCivilDate(value) ? value : null;
  return (
    <I18nProvider locale="en-US">
      <Calendar
        className={styles.calendar ?? ''}
        aria-label={label}
        autoFocus={autoFocus}
        createCalendar={gregorian}
        value={chosen === null ? null : parseDate(chosen)}
        defaultFocusedValue={parseDate(withinLimits(chosen ?? today, limits))}
        minValue={parseDate(limits.min)}
        maxValue={parseDate(limits.max)}
        visibleDuration={{ months: shown }}
        firstDayOfWeek={DAYS[region.firstDayOfWeek ?? 0]}
        pageBehavior="single"
        onChange={(date) => onPick(date.toString())}
      >
        <div className={styles.header}>
          <Step by="year" back />
          <Step by="month" back />
          <div className={styles.headings}>
            {Array.from({ length: shown }, (_, offset) => (
              <CalendarHeading key={offset} className={styles.heading ?? ''} offset={{ months: offset }} />
            ))}
          </div>
          <Step by="month" />
          <Step by="year" />
        </div>
        <div className={styles.months}>
          {Array.from({ length: shown }, (_, offset) => (
            <CalendarGrid key={offset} className={styles.grid ?? ''} offset={{ months: offset }} weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => (
                  <CalendarCell
                    date={date}
                    className={styles.day ?? ''}
                    data-now={date.toString() === today || undefined}
                  />
                )}
              </CalendarGridBody>
            </CalendarGrid>
          ))}
        </div>
        <div className={styles.footer}>
          <Button look="link" onClick={() => onPick(withinLimits(today, { min, max }))}>
            Today
          </Button>
          {value !== null && (
            <Button look="link" onClick={() => onPick(null)}>
              Clear
            </Button>
          )}
        </div>
      </Calendar>
    </I18nProvider>
  );
}

interface StepProps {
  readonly by: 'month' | 'year';
  readonly back?: boolean;
}

const ICONS = {
  month: ['chevron-lg-left', 'chevron-lg-right'],
  year: ['chevron-double-lg-left', 'chevron-double-lg-right'],
};

function Step({ by, back = false }: StepProps) {
  const state = useContext(CalendarStateContext);
  const year = by === 'year';
  // The focus stays on this button, so that it can be pressed again.
  const go = () => {
    if (year) (back ? state?.focusPreviousSection : state?.focusNextSection)?.(true);
    else (back ? state?.focusPreviousPage : state?.focusNextPage)?.();
  };
  return (
    <IconButton
      icon={ICONS[by][back ? 0 : 1] ?? ''}
      label={`${back ? 'Previous' : 'Next'} ${by}`}
      size="small"
      onClick={go}
    />
  );
}

export function DateCalendarPopover({ anchor, onClose, ...calendar }: CalendarPopoverProps) {
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={anchor}
      isOpen
      placement="bottom end"
      offset={4}
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog className={styles.dialog ?? ''} aria-label={calendar.label}>
        <DateCalendar {...calendar} autoFocus />
      </Dialog>
    </Popover>
  );
}

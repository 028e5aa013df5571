import type { RefObject } from 'react';

export interface DatePickerProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** `YYYY-MM-DD`; null: no date. */
  readonly value: string | null;
  readonly onChange: (date: string | null) => void;
  /** Told when the text becomes one that is no date, or not yet known to be one (BD-09.6), and when it no longer is. */
  readonly onUnread?: (unread: boolean) => void;
  /** The viewer's civil day. */
  readonly today: string;
  /** No day before this one can be chosen. */
  readonly min?: string | null;
  readonly max?: string | null;
  /** Months side by side in the calendar, 1 to 4; one on a narrow screen. */
  readonly months?: number;
  readonly hint?: string | null;
  readonly error?: string | null;
  /** The date can be read, and that is all. */
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
}

export type CalendarPopoverProps = Pick<DatePickerProps, 'label' | 'value' | 'today' | 'min' | 'max' | 'months'> & {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onPick: (date: string | null) => void;
  readonly onClose: () => void;
};

import type { RefObject } from 'react';

export interface DatePickerProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** `YYYY-MM-DD`; null: no date. */
  readonly value: string | null;
  readonly onChange: (date: string | null) => void;
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

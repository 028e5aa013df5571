import type { RefObject } from 'react';

export interface MenuEntry<K extends string = string> {
  readonly key: K;
  readonly label: string;
  readonly icon?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Given, the menu is one of choices, of which this one holds or does not. */
  readonly checked?: boolean;
  /** A second line. */
  readonly hint?: string;
  /** Shown at the end: a keyboard shortcut. */
  readonly keys?: string;
  /** Starts a new group. */
  readonly separated?: boolean;
}

export interface AnchoredMenuProps<K extends string> {
  readonly label: string;
  readonly entries: readonly MenuEntry<K>[];
  /** Stands where there is no entry. */
  readonly nothing?: string;
  readonly anchor: RefObject<HTMLElement | null>;
  /** What gets the focus back; the anchor, unless it was opened from elsewhere. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** The caller closes the menu; the focus goes back right after. */
  readonly onChoose: (key: K) => void;
  readonly onClose: () => void;
  /** Which entry has the focus first. */
  readonly start?: 'first' | 'last';
}

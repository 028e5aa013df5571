export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** A second line, searched by whoever owns the options. */
  readonly hint?: string;
}

export interface ComboboxSection {
  readonly key: string;
  /** Not shown where there is one section only. */
  readonly label: string;
  readonly options: readonly ComboboxOption[];
}

export interface ComboboxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly hint?: string | null;
  readonly error?: string | null;
  /** An option that stands in several sections is shown in the first. */
  readonly sections: readonly ComboboxSection[];
  /** The id of what is chosen. */
  readonly selected: string | null;
  /** Shown while nothing is being searched: the name of what is chosen. */
  readonly text: string;
  readonly loading?: boolean;
  /** Stands in the list where there is no option. */
  readonly empty: string | null;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Every change of the text that is searched for; an empty text when the list is closed, or opened with nothing in it. */
  readonly onSearch: (text: string) => void;
  readonly onChoose: (id: string) => void;
}

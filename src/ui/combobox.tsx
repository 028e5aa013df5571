import { PartFailure } from './empty-state.tsx';
import { SkeletonBar } from './progress.tsx';
import { useLazy } from './use-lazy.ts';
import fieldStyles from './field.module.css';

const loadField = () => import('./combobox-field.tsx');

/** A field with a searchable list; its owner finds the options. The code is fetched when it is first shown. */
export function Combobox(props: ComboboxProps) {
  const { module, failed, retry } = useLazy(loadField, true);
  if (module !== null) return <module.ComboboxField {...props} />;
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>{props.label}</span>
      {failed ? <PartFailure what="The list" onRetry={retry} /> : <SkeletonBar width="100%" height="var(--control)" />}
    </div>
  );
}

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** A second line, searched by whoever owns the options. */
  readonly hint?: string;
}

interface ComboboxSection {
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

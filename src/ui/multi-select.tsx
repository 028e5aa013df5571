import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from './icon.tsx';
import { optionId, OptionList } from './option-list.tsx';
import { firstFor, indentSteps } from '@espalier/core/frame';
import { Spinner } from './progress.tsx';
import fieldStyles from './field.module.css';
import styles from './multi-select.module.css';

interface MultiOption {
  readonly id: string;
  readonly label: string;
  /** A second line. */
  readonly hint?: string;
  /** Any CSS color, shown before the label. */
  readonly color?: string;
  /** Indentation in steps (BD-11.7). */
  readonly depth?: number;
}

export interface MultiSelectProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly options: readonly MultiOption[];
  /** Ids of what is chosen. Choosing again takes out; the list stays open. */
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly loading?: boolean;
  readonly error?: string | null;
  /** Stands in the list where there is no option. */
  readonly empty: string;
  /** Offers to create what was searched for; null if that is not allowed or makes no sense. */
  readonly create?: { readonly label: string; readonly onCreate: () => void } | null;
  /** Takes the focus at first, with the list open. */
  readonly autoFocus?: boolean;
  /** One alone can be chosen. */
  readonly single?: boolean;
}

interface Entry extends MultiOption {
  readonly key: string;
  readonly makes: boolean;
}

const textsOf = ({ makes, label, hint }: Entry) => (makes ? [] : [label, hint]);

/**
 * A searchable list with multiple choice, and an entry that creates what is missing. The focus stays in the field; arrow keys mark an option, Enter
 * chooses it, Escape closes the list.
 */
export function MultiSelect({
  label,
  placeholder,
  options,
  chosen,
  onToggle,
  search,
  onSearch,
  loading = false,
  error,
  empty,
  create = null,
  autoFocus = false,
  single = false,
}: MultiSelectProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
  const entries: readonly Entry[] = [
    ...options.map((option) => ({ ...option, key: `option ${option.id}`, makes: false })),
    ...(create === null ? [] : [{ id: '', label: create.label, key: 'create', makes: true }]),
  ];
  const active = entries.findIndex(({ key }) => key === marked);

  const pick = (entry: Entry) => {
    setMarked(entry.key);
    if (entry.makes) create?.onCreate();
    else onToggle(entry.id);
  };
  const close = () => {
    setOpen(false);
    setMarked(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[active] ?? firstFor(entries, textsOf, search);
    if (step !== undefined) {
      const from = active < 0 && step < 0 ? 0 : active;
      if (open) setMarked(entries[(from + step + entries.length) % entries.length]?.key ?? null);
      setOpen(true);
    } else if (event.key === 'Enter' && open && entry !== undefined) {
      pick(entry);
      input.current?.select();
    } else if (event.key === 'Escape' && open) close();
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    // The first Escape closes the list, not what is around the field.
    event.stopPropagation();
  };

  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div
        className={styles.anchor}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
      >
        <input
          ref={input}
          id={id}
          className={fieldStyles.control}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={autoFocus}
          placeholder={placeholder}
          value={search}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && active >= 0 ? optionId(`${id}-list`, active) : undefined}
          aria-busy={loading || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setMarked(null);
            setOpen(true);
            onSearch(target.value);
          }}
          onClick={() => setOpen(true)}
          onFocus={() => autoFocus && setOpen(true)}
          onKeyDown={press}
        />
        {loading && (
          <span className={styles.busy}>
            <Spinner />
          </span>
        )}
        {open && (
          <OptionList
            id={`${id}-list`}
            label={label}
            options={entries}
            active={active}
            onPick={pick}
            single={single}
            isChosen={(entry) => chosen.includes(entry.id)}
            nothing={loading ? 'Loading' : empty}
          >
            {(entry) => <OptionView entry={entry} chosen={chosen.includes(entry.id)} />}
          </OptionList>
        )}
        <span className="visually-hidden" role="status">
          {open && !loading ? `${options.length} ${options.length === 1 ? 'option' : 'options'}` : ''}
        </span>
      </div>
      {error && (
        <p className={fieldStyles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function OptionView({ entry, chosen }: { readonly entry: Entry; readonly chosen: boolean }) {
  const { label, hint, color, depth, makes } = entry;
  return (
    <span className={styles.option} style={{ paddingInlineStart: `${indentSteps(depth)}rem` }}>
      {makes ? <Icon name="plus" /> : <Icon name="check" className={chosen ? styles.chosen : styles.open} />}
      {color !== undefined && <span className={styles.swatch} style={{ background: color }} />}
      <span className={styles.texts}>
        <span dir="auto">{label}</span>
        {hint !== undefined && <span className={fieldStyles.hint}>{hint}</span>}
      </span>
    </span>
  );
}

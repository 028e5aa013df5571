/** The combobox itself. Loaded on first use: it is a heavy part of the headless library. */

import {
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import {
  Button,
  Collection,
  ComboBox,
  ComboBoxStateContext,
  Group,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Text,
  type Key,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './progress.tsx';
import styles from './combobox.module.css';
import fieldStyles from './field.module.css';

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

/** Opens the list when the person types: the library would open it whenever the text changes, also on closing. */
function ListHandle({ handle }: { readonly handle: RefObject<ListState> }) {
  const state = useContext(ComboBoxStateContext);
  useLayoutEffect(() => {
    handle.current = state;
  });
  return null;
}

type ListState = { readonly isOpen: boolean; open(focus: null, trigger: 'manual'): void } | null;

export function ComboboxField({
  label,
  placeholder,
  hint,
  error,
  sections,
  selected,
  text,
  loading = false,
  empty,
  readOnly = false,
  autoFocus = false,
  onSearch,
  onChoose,
}: ComboboxProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  /** What is searched for; null while the field shows what is chosen. */
  const [search, setSearch] = useState<string | null>(null);
  const openAtKeyDown = useRef(false);

  const list = useRef<ListState>(null);

  const filled = useMemo(() => {
    const seen = new Set<string>();
    return sections
      .map((section) => ({
        ...section,
        options: section.options.filter(({ id }) => !seen.has(id) && seen.add(id)),
      }))
      .filter(({ options }) => options.length > 0);
  }, [sections]);
  const ids = filled.flatMap(({ options }) => options.map((option) => option.id));

  const openList = () => {
    if (!readOnly && list.current?.isOpen === false) list.current.open(null, 'manual');
  };
  const openChanged = (next: boolean) => {
    setOpen(next);
    if (next && ids.length === 0 && !loading) onSearch(search ?? '');
    if (!next && search !== null) {
      setSearch(null);
      onSearch('');
    }
  };
  const typed = (value: string) => {
    if (value === (search ?? text)) return;
    setSearch(value);
    onSearch(value);
    openList();
  };
  /** On blur the library reports the choice again; only a new one counts. */
  const chosen = (key: Key | null) => {
    const found = ids.find((each) => each === key);
    if (found !== undefined && found !== selected) onChoose(found);
  };
  const press = (event: KeyboardEvent) => {
    // The first Escape closes the list, not what is around the field.
    if (event.key === 'Escape' && openAtKeyDown.current) event.stopPropagation();
  };

  return (
    <div
      onKeyDownCapture={() => {
        openAtKeyDown.current = open;
      }}
      onKeyDown={press}
    >
      <ComboBox<object>
        className={fieldStyles.field ?? ''}
        items={filled}
        value={selected}
        inputValue={search ?? text}
        onInputChange={typed}
        onChange={chosen}
        onOpenChange={openChanged}
        menuTrigger="manual"
        allowsCustomValue
        allowsEmptyCollection
        autoFocus={autoFocus}
        isReadOnly={readOnly}
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <ListHandle handle={list} />
        <Label className={fieldStyles.label ?? ''}>{label}</Label>
        <Group className={styles.group ?? ''}>
          <Input
            className={classes(fieldStyles.control, styles.input)}
            placeholder={placeholder}
            dir="auto"
            onClick={(event) => {
              // The next input replaces the name of the chosen option.
              if (search === null) event.currentTarget.select();
              openList();
            }}
          />
          <span className={styles.busy}>{loading && <Spinner />}</span>
          <Button className={styles.toggle ?? ''}>
            <Icon name="chevron-down" />
          </Button>
        </Group>
        {error && (
          <p className={fieldStyles.error} id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
        {hint && (
          <Text slot="description" className={fieldStyles.hint ?? ''}>
            {hint}
          </Text>
        )}
        <Popover className={styles.popover ?? ''} offset={4}>
          <ListBox
            className={styles.list ?? ''}
            items={filled}
            renderEmptyState={() => <div className={styles.empty}>{empty}</div>}
          >
            {(section) => (
              <ListBoxSection id={section.key} aria-label={section.label}>
                {filled.length > 1 && <Header className={styles.header ?? ''}>{section.label}</Header>}
                <Collection items={section.options}>{(option) => <Option option={option} />}</Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </div>
  );
}

function Option({ option }: { readonly option: ComboboxOption }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={styles.option ?? ''}>
      <Icon name="check" className={styles.check} />
      <span className={styles.texts}>
        <Text slot="label" dir="auto">
          {option.label}
        </Text>
        {option.hint !== undefined && (
          <Text slot="description" className={fieldStyles.hint ?? ''}>
            {option.hint}
          </Text>
        )}
      </span>
    </ListBoxItem>
  );
}

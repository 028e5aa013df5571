import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { selectSignedIn } from '@espalier/core/access';
import type { Filters } from '@espalier/core/filter';
import {
  filterKind,
  filterValue,
  isFiltered,
  NO_FILTERS,
  operatorsOf,
  searchText,
  withoutToken,
  withToken,
} from '@espalier/core/filter';
import { roadmapActions, selectRecentSearches, selectSuggestions, SUGGESTION_ERRORS } from '@espalier/core/roadmap';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { optionId, OptionList } from '../ui/option-list.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { TokenList } from '../ui/token-list.tsx';
import type { Draft, Pick } from './filter-options.ts';
import { draftText, filtersText, optionsOf, searchedBy, tokenText } from './filter-options.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** RM-03: tokens in three steps (name, operator, value) and free text, by keyboard or pointer. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const signedIn = useAppSelector(selectSignedIn);
  const recent = useAppSelector(selectRecentSearches);
  const [text, setText] = useState('');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);

  const searched = searchedBy(draft);
  const found = useAppSelector((state) => (searched === null ? null : selectSuggestions(state, searched)));
  const options = optionsOf(draft, text, found, signedIn);
  const failed = found?.status === 'failed' && searched !== null ? SUGGESTION_ERRORS[searched] : null;
  const shown = open && (options.length > 0 || found !== null);
  const active = options.findIndex(({ key }) => key === marked);

  useEffect(() => {
    if (searched !== null && open) dispatch(roadmapActions.suggestionsAsked({ key: searched, search: text }));
  }, [dispatch, open, searched, text]);

  const step = (next: Draft | null) => {
    setDraft(next);
    setText('');
    setMarked(null);
    setOpen(next !== null);
    input.current?.focus();
  };
  const change = (next: Filters) => {
    step(null);
    onChange(next);
  };
  const pick = (picked: Pick) => {
    if (picked.kind === 'search') change({ ...filters, search: searchText([filters.search, text]) });
    if (picked.kind === 'key') {
      const [only, ...others] = operatorsOf(picked.key);
      step({ key: picked.key, operator: others.length === 0 ? (only ?? '=') : null });
    }
    if (draft === null) return;
    if (picked.kind === 'operator') step({ ...draft, operator: picked.operator });
    if (picked.kind === 'value') takeValue(picked.value);
  };
  const takeValue = (given: string) => {
    if (draft === null || draft.operator === null) return;
    const value = filterValue(draft.key, given);
    if (value !== null) change(withToken(filters, { key: draft.key, operator: draft.operator, value }));
  };
  /** What Enter means where nothing in the list is marked. */
  const enter = () => {
    if (draft === null && text.trim() !== '') pick({ kind: 'search' });
    else if (draft?.operator === null) pick({ kind: 'operator', operator: '=' });
    else if (draft !== null) takeValue(text);
    else setOpen(true);
  };
  const back = () => {
    if (draft === null && filters.search !== '') change({ ...filters, search: '' });
    else if (draft === null) change(withoutToken(filters, filters.tokens.length - 1));
    else step(draft.operator === null || operatorsOf(draft.key).length === 1 ? null : { ...draft, operator: null });
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way !== undefined) {
      const from = active < 0 && way < 0 ? 0 : active;
      if (open) setMarked(options[(from + way + options.length) % options.length]?.key ?? null);
      setOpen(true);
    } else if (event.key === 'Enter') {
      const chosen = open ? options[active] : undefined;
      if (chosen === undefined) enter();
      else pick(chosen.pick);
    } else if (event.key === 'Escape' && (open || draft !== null)) {
      if (open) setOpen(false);
      else step(null);
    } else if (event.key === 'Backspace' && text === '' && (draft !== null || isFilled(filters))) {
      back();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const searchToken = filters.search === '' ? [] : [{ key: 'search', text: `“${filters.search}”` }];
  const remove = (index: number) =>
    change(index < filters.tokens.length ? withoutToken(filters, index) : { ...filters, search: '' });
  return (
    <div className={styles.bar} role="search" aria-label="Filter epics">
      <MenuButton
        label="Recent searches"
        icon="history"
        iconOnly
        entries={[
          ...recent.map((search, index) => ({ key: String(index), label: filtersText(search) })),
          ...(recent.length === 0 ? [] : [{ key: 'clear', label: 'Clear recent searches', separated: true }]),
        ]}
        onChoose={(key) => {
          const chosen = recent[Number(key)];
          if (chosen === undefined) dispatch(roadmapActions.recentCleared());
          else change(chosen);
        }}
      />
      <div
        className={styles.anchor}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setOpen(false);
        }}
      >
        <div
          className={styles.box}
          onMouseDown={(event) => {
            if (event.target !== event.currentTarget) return;
            event.preventDefault();
            input.current?.focus();
          }}
        >
          <TokenList
            label="Filters"
            tokens={[
              ...filters.tokens.map((token) => ({ key: JSON.stringify(token), text: tokenText(token) })),
              ...searchToken,
            ]}
            onRemove={remove}
          />
          {draft !== null && (
            <span className={styles.draft} id={`${id}-draft`}>
              {draftText(draft)}
            </span>
          )}
          <input
            ref={input}
            className={styles.input}
            type="text"
            role="combobox"
            aria-label="Filter epics"
            aria-describedby={draft === null ? undefined : `${id}-draft`}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? `${id}-list` : undefined}
            aria-activedescendant={shown && active >= 0 ? optionId(`${id}-list`, active) : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={draft === null && !isFilled(filters) ? 'Search or filter epics' : undefined}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setMarked(null);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onFocus={() => setOpen(true)}
            onKeyDown={press}
          />
          {isFilled(filters) && (
            <IconButton icon="close" label="Clear filters" size="small" onClick={() => change(NO_FILTERS)} />
          )}
        </div>
        {shown && (
          <OptionList
            className={styles.options}
            id={`${id}-list`}
            label={draft === null ? 'Filters' : draftText(draft)}
            options={options}
            active={active}
            onPick={(option) => pick(option.pick)}
            nothing={failed ?? (found?.status === 'loading' ? 'Loading' : `No ${noun(draft)} found`)}
          >
            {({ title, detail, color }) => (
              <>
                {color !== null && <span className={styles.swatch} style={{ background: color }} />}
                <span dir="auto">{title}</span>
                {detail !== null && <span className={styles.detail}>{detail}</span>}
              </>
            )}
          </OptionList>
        )}
      </div>
    </div>
  );
}

const isFilled = (filters: Filters): boolean => isFiltered(filters) || filters.tokens.length > 0;

const noun = (draft: Draft | null): string => (draft === null ? 'filter' : filterKind(draft.key).title.toLowerCase());

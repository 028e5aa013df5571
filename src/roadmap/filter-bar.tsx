import { useEffect, useId, useRef, useState } from 'react';
import { selectSignedIn } from '@espalier/core/access';
import type { FieldEvent, Filters, FilterToken } from '@espalier/core/filter';
import {
  draftText,
  emojiLook,
  EMPTY_FIELD,
  emptyListText,
  fieldOptions,
  fieldStep,
  filtersText,
  isFilled,
  searchedBy,
  tokenText,
  withoutToken,
} from '@espalier/core/filter';
import { SEARCH_TEXTS } from '@espalier/core/work-item';
import { roadmapActions, selectRecentSearches, selectSuggestions, SUGGESTION_ERRORS } from '@espalier/core/roadmap';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { EmojiToken } from '../ui/emoji-token.tsx';
import { optionId, OptionList } from '../ui/option-list.tsx';
import { MenuButton } from '../ui/menu.tsx';
import type { Token } from '../ui/token-list.tsx';
import { TokenList } from '../ui/token-list.tsx';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** RM-03: tokens in three steps (name, operator, value) and free text, by keyboard or pointer. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const recent = useAppSelector(selectRecentSearches);
  const { input, text, draft, options, nothing, shown, active, send } = useField(filters, onChange);
  const change = (next: Filters) => send({ kind: 'replaced', filters: next });

  const searchToken = filters.search === '' ? [] : [{ key: 'search', text: `“${filters.search}”` }];
  const remove = (index: number) =>
    change(index < filters.tokens.length ? withoutToken(filters, index) : { ...filters, search: '' });
  return (
    <div className={styles.bar} role="search" aria-label="Filter epics">
      <MenuButton
        label="Recent searches"
        icon="history"
        iconOnly
        nothing={SEARCH_TEXTS.noRecent}
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
          if (currentTarget.contains(relatedTarget)) return;
          send({ kind: 'left', window: document.activeElement === input.current });
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
          <TokenList label="Filters" tokens={[...filters.tokens.map(tokenOf), ...searchToken]} onRemove={remove} />
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
            onChange={({ target }) => send({ kind: 'typed', text: target.value })}
            onClick={() => send({ kind: 'opened' })}
            onFocus={() => send({ kind: 'opened' })}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || !send({ kind: 'pressed', key: event.key })) return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
          {(isFilled(filters) || draft !== null) && (
            <IconButton icon="close" label="Clear filters" size="small" onClick={() => send({ kind: 'cleared' })} />
          )}
        </div>
        {shown && (
          <OptionList
            className={styles.options}
            id={`${id}-list`}
            label={draft === null ? 'Filters' : draftText(draft)}
            options={options}
            active={active}
            onPick={({ pick }) => send({ kind: 'picked', pick })}
            nothing={nothing}
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

/** The field as core/filter says it is, with the values of its token. `send` is false for an event that has no meaning here. */
function useField(filters: Filters, onChange: (filters: Filters) => void) {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const signedIn = useAppSelector(selectSignedIn);
  const [field, setField] = useState(EMPTY_FIELD);
  /** One event may cause another before the next render: returning the focus after a pick opens the list. */
  const latest = useRef(field);
  const { text, draft, open, marked } = field;
  const searched = searchedBy(draft);
  const values = useAppSelector((state) => (searched === null ? null : selectSuggestions(state, searched)));
  const context = { filters, signedIn, values };
  const options = fieldOptions(draft, text, context);

  const send = (event: FieldEvent): boolean => {
    const step = fieldStep(latest.current, event, context);
    if (step === null) return false;
    latest.current = step.field;
    setField(step.field);
    if (['picked', 'replaced', 'cleared'].includes(event.kind)) input.current?.focus();
    if (step.filters !== null) onChange(step.filters);
    return true;
  };
  useEffect(() => {
    if (searched !== null && open) dispatch(roadmapActions.suggestionsAsked({ key: searched, search: text }));
  }, [dispatch, open, searched, text]);
  useEffect(() => {
    send({ kind: 'answered' });
  });

  return {
    input,
    text,
    draft,
    options,
    nothing: emptyListText(values, searched === null ? null : SUGGESTION_ERRORS[searched]),
    shown: open && (options.length > 0 || values !== null),
    active: options.findIndex(({ key }) => key === marked),
    send,
  };
}

/** RL-08.4: the token of a reaction shows its emoji. */
function tokenOf(token: FilterToken): Token {
  const { key, value } = token;
  const shown = { key: JSON.stringify(token), text: tokenText(token) };
  if (key !== 'reaction') return shown;
  const view = (
    <>
      {draftText(token)} <EmojiToken name={value} emoji={emojiLook(value)} />
    </>
  );
  return { ...shown, view };
}

import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { selectSignedIn } from '@espalier/core/access';
import type { Filters } from '@espalier/core/filter';
import { filterValue, isFiltered, operatorsOf, searchText, withoutToken, withToken } from '@espalier/core/filter';
import type { Suggestions } from '@espalier/core/roadmap';
import { roadmapActions, selectSuggestions, SUGGESTION_ERRORS } from '@espalier/core/roadmap';
import { useAppDispatch, useAppSelector } from '../store.ts';
import type { Draft, Option, Pick } from './filter-options.ts';
import { optionsOf, searchedBy } from './filter-options.ts';

/** What stands in the field beside the tokens, and the list below it. */
export interface FilterDraft {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly draft: Draft | null;
  readonly options: readonly Option[];
  readonly found: Suggestions | null;
  /** Why there are no values; null where nothing failed. */
  readonly failed: string | null;
  /** The list is shown; `active` is its marked line, -1 where there is none. */
  readonly shown: boolean;
  readonly active: number;
  readonly type: (text: string) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly pick: (picked: Pick) => void;
  readonly press: (event: KeyboardEvent) => void;
  /** Other filters, whole; what was begun is given up. */
  readonly change: (next: Filters) => void;
}

/** RM-03: a token is made in three steps (name, operator, value), free text in one. */
export function useFilterDraft(filters: Filters, onChange: (filters: Filters) => void): FilterDraft {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const signedIn = useAppSelector(selectSignedIn);
  const [text, setText] = useState('');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);

  const searched = searchedBy(draft);
  const found = useAppSelector((state) => (searched === null ? null : selectSuggestions(state, searched)));
  const options = optionsOf(draft, text, found, signedIn);
  const failed = found?.status === 'failed' && searched !== null ? SUGGESTION_ERRORS[searched] : null;
  const shown = isOpen && (options.length > 0 || found !== null);
  const active = options.findIndex(({ key }) => key === marked);

  useEffect(() => {
    if (searched !== null && isOpen) dispatch(roadmapActions.suggestionsAsked({ key: searched, search: text }));
  }, [dispatch, isOpen, searched, text]);

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
      if (isOpen) setMarked(options[(from + way + options.length) % options.length]?.key ?? null);
      setOpen(true);
    } else if (event.key === 'Enter') {
      const chosen = isOpen ? options[active] : undefined;
      if (chosen === undefined) enter();
      else pick(chosen.pick);
    } else if (event.key === 'Escape' && (isOpen || draft !== null)) {
      if (isOpen) setOpen(false);
      else step(null);
    } else if (event.key === 'Backspace' && text === '' && (draft !== null || isFilled(filters))) {
      back();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const type = (typed: string) => {
    setText(typed);
    setMarked(null);
    setOpen(true);
  };
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  return { input, text, draft, options, found, failed, shown, active, type, open, close, pick, press, change };
}

export const isFilled = (filters: Filters): boolean => isFiltered(filters) || filters.tokens.length > 0;

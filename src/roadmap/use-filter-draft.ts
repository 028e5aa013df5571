import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { selectSignedIn } from '@espalier/core/access';
import type { Filters } from '@espalier/core/filter';
import {
  filterValue,
  isFiltered,
  NO_FILTERS,
  operatorsOf,
  searchText,
  withoutToken,
  withToken,
} from '@espalier/core/filter';
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
  /** The focus went elsewhere. */
  readonly leave: () => void;
  /** Takes every filter away, and what was begun. */
  readonly clear: () => void;
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
  /** Enter was pressed before the values for the text were there: the first of them is meant. */
  const awaiting = useRef(false);

  const searched = searchedBy(draft);
  const found = useAppSelector((state) => (searched === null ? null : selectSuggestions(state, searched)));
  const options = optionsOf(draft, text, found, signedIn);
  const failed = found?.status === 'failed' && searched !== null ? SUGGESTION_ERRORS[searched] : null;
  const shown = isOpen && (options.length > 0 || found !== null);
  const active = options.findIndex(({ key }) => key === marked);

  useEffect(() => {
    if (searched !== null && isOpen) dispatch(roadmapActions.suggestionsAsked({ key: searched, search: text }));
  }, [dispatch, isOpen, searched, text]);

  const begin = (next: Draft | null, typed = '') => {
    setDraft(next);
    setText(typed);
    setMarked(null);
    awaiting.current = false;
    setOpen(next !== null);
  };
  const step = (next: Draft | null, typed = '') => {
    begin(next, typed);
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
    // RL-12.54: what was typed already is of the value, unless it names an operator.
    if (picked.kind === 'operator')
      step({ ...draft, operator: picked.operator }, namedBy(options, text) !== undefined ? '' : text);
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
    else if (draft?.operator === null) pick(namedBy(options, text)?.pick ?? { kind: 'operator', operator: '=' });
    else if (draft !== null && text.trim() !== '') takeTyped();
    else setOpen(true);
  };
  /** RL-12.53: the first of the values that are offered; RL-09.2: where none is, what was typed. */
  const takeTyped = () => {
    const named = namedBy(options, text);
    const wanted = named ?? options[0];
    awaiting.current = named === undefined && isComing(found, text);
    if (awaiting.current) setOpen(true);
    else if (wanted === undefined) takeValue(text);
    else pick(wanted.pick);
  };
  useEffect(() => {
    if (awaiting.current && !isComing(found, text)) takeTyped();
  });
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
    awaiting.current = false;
    setOpen(true);
  };
  const open = () => setOpen(true);
  /** RL-09.5: a token that was begun is given up with the focus; the words of a search stay. Another window's focus is no business of it. */
  const leave = () => {
    if (document.activeElement === input.current) setOpen(false);
    else if (draft === null) setOpen(false);
    else begin(null);
  };
  const clear = () => {
    if (isFilled(filters)) change(NO_FILTERS);
    else step(null);
  };
  return { input, text, draft, options, found, failed, shown, active, type, open, leave, clear, pick, press, change };
}

/** The line that says the very words. */
const namedBy = (options: readonly Option[], text: string): Option | undefined => {
  const words = text.trim().toLowerCase();
  return options.find(({ key, title }) => title.toLowerCase() === words || key.toLowerCase() === words);
};

/** The values for the text are being looked for. */
const isComing = (found: Suggestions | null, text: string): boolean =>
  found !== null && (found.search !== text || found.status === 'idle' || found.status === 'loading');

export const isFilled = (filters: Filters): boolean => isFiltered(filters) || filters.tokens.length > 0;

import type { FieldOption, FieldPick, FieldValues, TokenDraft } from './field-options.ts';
import type { Filters } from './tokens.ts';
import { fieldOptions } from './field-options.ts';
import { filterValue, isFiltered, NO_FILTERS, operatorsOf, searchText, withoutToken, withToken } from './tokens.ts';

/** The text field of a filter bar, after its tokens, and the list below it. */
export interface FilterField {
  readonly text: string;
  /** The token that is being written; null: the text is a search, or the beginning of a token's name. */
  readonly draft: TokenDraft | null;
  readonly open: boolean;
  readonly marked: string | null;
  /** RL-12.53: Enter was pressed before the values for the text had come: the first of them will be taken. */
  readonly awaiting: boolean;
}

export const EMPTY_FIELD: FilterField = { text: '', draft: null, open: false, marked: null, awaiting: false };

/** What the field depends on and does not change itself. */
export interface FieldContext {
  readonly filters: Filters;
  readonly signedIn: boolean;
  /** Of the token in the draft (`searchedBy`); null if none are looked up. */
  readonly values: FieldValues | null;
}

export type FieldEvent =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'opened' }
  | { readonly kind: 'pressed'; readonly key: string }
  | { readonly kind: 'picked'; readonly pick: FieldPick }
  /** The values that were being looked up may have arrived. */
  | { readonly kind: 'answered' }
  /** The filters are replaced as a whole. */
  | { readonly kind: 'replaced'; readonly filters: Filters }
  | { readonly kind: 'cleared' }
  /** The focus left the field; `window`: it went to another window, and will come back. */
  | { readonly kind: 'left'; readonly window: boolean };

export interface FieldStep {
  readonly field: FilterField;
  /** Other filters than before; null: they stay. */
  readonly filters: Filters | null;
}

export const isFilled = (filters: Filters): boolean => isFiltered(filters) || filters.tokens.length > 0;

/** RL-09.4: the field and the filters after an event; null if the event means nothing here. */
export function fieldStep(field: FilterField, event: FieldEvent, context: FieldContext): FieldStep | null {
  const { filters } = context;
  const { draft } = field;
  switch (event.kind) {
    case 'typed':
      return stay({ ...field, text: event.text, marked: null, awaiting: false, open: true });
    case 'opened':
      return stay({ ...field, open: true });
    case 'pressed':
      return pressed(field, event.key, context);
    case 'picked':
      return picked(field, event.pick, context);
    case 'answered':
      return field.awaiting && !isComing(field, context) ? takeTyped(field, context) : null;
    case 'replaced':
      return change(event.filters);
    case 'cleared':
      return isFilled(filters) ? change(NO_FILTERS) : begin(null);
    case 'left':
      // RL-09.5: the words of a search stay.
      return event.window || draft === null ? stay({ ...field, open: false }) : begin(null);
  }
}

const stay = (field: FilterField): FieldStep => ({ field, filters: null });
const change = (filters: Filters): FieldStep => ({ field: EMPTY_FIELD, filters });
const begin = (draft: TokenDraft | null, text = ''): FieldStep =>
  stay({ ...EMPTY_FIELD, draft, text, open: draft !== null });

function pressed(field: FilterField, key: string, context: FieldContext): FieldStep | null {
  const { draft, open, marked, text } = field;
  const options = fieldOptions(draft, text, context);
  const active = options.findIndex((option) => option.key === marked);
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const by = key === 'ArrowDown' ? 1 : -1;
    const from = active < 0 && by < 0 ? 0 : active;
    const next = options.length === 0 ? undefined : options[(from + by + options.length) % options.length];
    return stay({ ...field, open: true, marked: open ? (next?.key ?? null) : marked });
  }
  if (key === 'Enter') {
    const chosen = open ? options[active] : undefined;
    return chosen === undefined ? entered(field, context) : picked(field, chosen.pick, context);
  }
  if (key === 'Escape' && open) return stay({ ...field, open: false });
  if (key === 'Escape' && draft !== null) return begin(null);
  if (key === 'Backspace' && text === '' && (draft !== null || isFilled(context.filters))) {
    return stepBack(draft, context.filters);
  }
  return null;
}

/** Enter where nothing in the list is marked. */
function entered(field: FilterField, context: FieldContext): FieldStep {
  const { draft, text } = field;
  const blank = text.trim() === '';
  if (draft === null && !blank) return picked(field, { kind: 'search' }, context);
  if (draft !== null && draft.operator === null) {
    const named = namedBy(fieldOptions(draft, text, context), text);
    return picked(field, named?.pick ?? { kind: 'operator', operator: '=' }, context);
  }
  return draft === null || blank ? stay({ ...field, open: true }) : takeTyped(field, context);
}

function picked(field: FilterField, pick: FieldPick, context: FieldContext): FieldStep {
  const { draft, text } = field;
  const { filters } = context;
  if (pick.kind === 'search') return change({ ...filters, search: searchText([filters.search, text]) });
  if (pick.kind === 'key') {
    const [only, ...others] = operatorsOf(pick.key);
    return begin({ key: pick.key, operator: others.length === 0 ? (only ?? '=') : null });
  }
  if (draft === null) return stay(field);
  if (pick.kind === 'value') return takeValue(field, pick.value, filters);
  // RL-12.54
  const named = namedBy(fieldOptions(draft, text, context), text) !== undefined;
  return begin({ ...draft, operator: pick.operator }, named ? '' : text);
}

/** A value that cannot name anything (RM-02.6) leaves the field as it is. */
function takeValue(field: FilterField, given: string, filters: Filters): FieldStep {
  const { draft } = field;
  const value = draft === null ? null : filterValue(draft.key, given);
  if (draft === null || draft.operator === null || value === null) return stay(field);
  return change(withToken(filters, { key: draft.key, operator: draft.operator, value }));
}

/** RL-12.53 */
function takeTyped(field: FilterField, context: FieldContext): FieldStep {
  const { draft, text } = field;
  const options = fieldOptions(draft, text, context);
  const named = namedBy(options, text);
  if (named === undefined && isComing(field, context)) return stay({ ...field, awaiting: true, open: true });
  const wanted = named ?? options[0];
  const settled = { ...field, awaiting: false };
  return wanted === undefined ? takeValue(settled, text, context.filters) : picked(settled, wanted.pick, context);
}

/** RL-09.3, RL-09.4: Backspace in the empty text. */
function stepBack(draft: TokenDraft | null, filters: Filters): FieldStep {
  if (draft !== null) {
    const onlyName = draft.operator === null || operatorsOf(draft.key).length === 1;
    return begin(onlyName ? null : { ...draft, operator: null });
  }
  return change(filters.search === '' ? withoutToken(filters, filters.tokens.length - 1) : { ...filters, search: '' });
}

/** The option whose title or key is exactly the text. */
function namedBy(options: readonly FieldOption[], text: string): FieldOption | undefined {
  const words = text.trim().toLowerCase();
  return options.find(({ key, title }) => title.toLowerCase() === words || key.toLowerCase() === words);
}

/** The values for the text have not arrived yet. */
const isComing = ({ text }: FilterField, { values }: FieldContext): boolean =>
  values !== null && (values.search !== text || values.status === 'idle' || values.status === 'loading');

import type { PendingState } from '../mutation/index.ts';
import type { QueryRoot } from '../query/index.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { Choice } from './choices.ts';
import type { EditorSearch, TextPlace } from './actions.ts';
import { createSelector } from 'reselect';
import { ownerOf } from '../api/wire-parts.ts';
import { selectVisible } from '../mutation/index.ts';
import { selectQuery } from '../query/index.ts';
import { get } from '../table/index.ts';
import { EMOJI_NAMES, emojiLook } from '../work-item/rules/emojis.ts';
import { editorReads } from './actions.ts';
import { CHOICES_MAX } from './rules.ts';
import type { EditorRoot } from './slice.ts';

const NOTHING: readonly Choice[] = [];

/** IE-09.45: emojis whose names begin so, then those that have it in their names. */
function emojisFor(term: string): readonly Choice[] {
  const wanted = term.toLowerCase();
  const holding = EMOJI_NAMES.filter((name) => name.includes(wanted));
  const beginning = holding.filter((name) => name.startsWith(wanted));
  return [...beginning, ...holding.filter((name) => !beginning.includes(name))].slice(0, CHOICES_MAX).map((name) => ({
    key: name,
    written: `:${name}:`,
    label: name,
    hint: null,
    emoji: emojiLook(name) ?? '',
  }));
}

/** What was found for an earlier term is offered as long as it fits what is typed by now. */
const fits = ({ term }: EditorSearch): ((choice: Choice) => boolean) => {
  const wanted = term.toLowerCase();
  return ({ written, label, hint }) => [written, label, hint ?? ''].some((text) => text.toLowerCase().includes(wanted));
};

/** IE-09.40: what is offered at the caret, at most five; empty: nothing. */
export const selectChoices = createSelector(
  [({ editor }: EditorRoot) => editor.search, ({ editor }: EditorRoot) => editor.found],
  (search, found): readonly Choice[] => {
    if (search === null) return NOTHING;
    if (search.kind === 'emoji') return emojisFor(search.term);
    return found.filter(fits(search)).slice(0, CHOICES_MAX);
  },
);

/** The preview of a field; null: its text is written. `html` null: it is on its way, or it failed. */
export const selectPreview = createSelector(
  [
    ({ editor }: EditorRoot, id: string) => editor.previews[id],
    (state: EditorRoot & QueryRoot, id: string) =>
      selectQuery(state, editorReads.preview, state.editor.previews[id] ?? null).error,
  ],
  (preview, error) =>
    preview === undefined ? null : { html: preview.html, isEmpty: preview.text.trim() === '', error },
);

/** Where a text about this item belongs. */
export const selectTextPlace = createSelector(
  [
    (root: PendingState<ItemRecords>, id: string) => get(selectVisible(root).items, id)?.reference ?? '',
    (root: PendingState<ItemRecords>, id: string) => get(selectVisible(root).items, id)?.type === 'epic',
  ],
  (reference, isEpic): TextPlace => {
    const owner = ownerOf(reference) || null;
    return isEpic ? { groupPath: owner, projectPath: null } : { groupPath: null, projectPath: owner };
  },
);

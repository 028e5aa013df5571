import type { Root as AccessRoot } from '../access/select.ts';
import type { PendingState } from '../mutation/index.ts';
import type { QueryRoot } from '../query/index.ts';
import type { ItemRecords, WorkItem } from '../work-item/entity.ts';
import type { Choice } from './choices.ts';
import type { EditorSearch, Making, TextPlace } from './actions.ts';
import { createSelector } from 'reselect';
import { selectSignedIn } from '../access/select.ts';
import { ownerOf } from '../api/wire-parts.ts';
import { selectVisible } from '../mutation/index.ts';
import { selectQuery } from '../query/index.ts';
import { actionsFor } from '../quick-action/rules.ts';
import { get } from '../table/index.ts';
import { EMOJI_NAMES, emojiLook } from '../work-item/rules/emojis.ts';
import { editorReads, isMaking } from './actions.ts';
import { CHOICES_MAX } from './rules.ts';
import type { EditorRoot } from './slice.ts';

type Root = EditorRoot & PendingState<ItemRecords> & AccessRoot;

const itemOf = (root: PendingState<ItemRecords>, id: string | null) => get(selectVisible(root).items, id ?? '');

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

type ActsOn = Partial<Pick<WorkItem, 'state' | 'confidential' | 'zoomLink' | 'permissions'>> & Pick<WorkItem, 'type'>;

/** IE-09.49: who makes something may give it everything. */
const making = (type: Making): ActsOn => ({
  type,
  state: 'opened',
  zoomLink: null,
  permissions: { canUpdate: true, canAdmin: true, canAdminRelation: true, canCreate: false, canDestroy: false },
});

const MADE: Readonly<Record<Making, ActsOn>> = { epic: making('epic'), issue: making('issue') };

/** What the text is written to: an item, or one that is being made. */
const actedOn = (root: PendingState<ItemRecords>, id: string | null): ActsOn | undefined =>
  isMaking(id) ? MADE[id] : itemOf(root, id);

/** IE-09.49: what this viewer can do with the item by a command whose name begins so. */
function actionsNamed(term: string, item: ActsOn, isSignedIn: boolean): readonly Choice[] {
  const { type, state, confidential = false, zoomLink, permissions } = item;
  if (state === undefined) return NOTHING;
  const rights = {
    update: permissions?.canUpdate === true,
    metadata: permissions?.canAdmin === true,
    relate: permissions?.canAdminRelation === true,
    own: isSignedIn,
  };
  const wanted = term.toLowerCase();
  return actionsFor({ type, state, confidential, zoomLink }, rights)
    .filter(({ name, aliases }) => [name, ...aliases].some((each) => each.startsWith(wanted)))
    .slice(0, CHOICES_MAX)
    .map(({ name, params, description }) => ({
      key: name,
      written: `/${name}`,
      label: `/${name}`,
      hint: [params, description].filter((text) => text !== '').join(' · '),
    }));
}

/** What was found for an earlier term is offered as long as it fits what is typed by now. */
const fits = ({ term }: EditorSearch): ((choice: Choice) => boolean) => {
  const wanted = term.toLowerCase();
  return ({ written, label, hint }) => [written, label, hint ?? ''].some((text) => text.toLowerCase().includes(wanted));
};

/** IE-09.40: what is offered at the caret, at most five; empty: nothing. */
export const selectChoices = createSelector(
  [
    ({ editor }: Root) => editor.search,
    ({ editor }: Root) => editor.found,
    (root: Root) => (root.editor.search?.kind === 'action' ? actedOn(root, root.editor.search.itemId) : undefined),
    selectSignedIn,
  ],
  (search, found, item, isSignedIn): readonly Choice[] => {
    if (search === null) return NOTHING;
    if (search.kind === 'emoji') return emojisFor(search.term);
    if (search.kind === 'action') return item === undefined ? NOTHING : actionsNamed(search.term, item, isSignedIn);
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
    preview === undefined
      ? null
      : { html: preview.html, commands: preview.commands, isEmpty: preview.text.trim() === '', error },
);

/** Where a text about this item belongs. */
export const selectTextPlace = createSelector(
  [
    (_: PendingState<ItemRecords>, itemId: string) => itemId,
    (root: PendingState<ItemRecords>, itemId: string) => itemOf(root, itemId)?.reference ?? '',
    (root: PendingState<ItemRecords>, itemId: string) => itemOf(root, itemId)?.type === 'epic',
  ],
  (itemId, reference, isEpic): TextPlace => {
    const owner = ownerOf(reference) || null;
    return { itemId, ...(isEpic ? { groupPath: owner, projectPath: null } : { groupPath: null, projectPath: owner }) };
  },
);

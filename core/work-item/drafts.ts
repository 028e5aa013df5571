import type { DraftKind } from '../store/drafts.ts';
import type { FieldsRoot } from './fields/edit.ts';
import type { GlobalId } from './types.ts';
import { typedIn } from '../store/drafts.ts';
import { itemEdits, itemFieldActions } from './fields/actions.ts';
import { mayEdit } from './fields/edit.ts';

interface Data {
  readonly text: string;
  /** As it stood when the field was opened. */
  readonly before: string;
}

const typed = typedIn(({ text, before = '' }: { readonly text: string; readonly before?: string }): Data | null =>
  text === before ? null : { text, before },
);

/** WI-02.15: a title that is being typed is kept by its item; each of two items that are open at once has one of its own. */
const kind = (openIn: (items: FieldsRoot['workItem']) => GlobalId | null): DraftKind<FieldsRoot> => ({
  form: 'itemTitle',
  typed({ itemFields: { titles }, workItem }) {
    const id = openIn(workItem);
    const title = id === null ? undefined : titles[id];
    return id === null || title === undefined ? null : typed(title, id);
  },
  restore(root, { place: id, data }) {
    if (openIn(root.workItem) !== id) return null;
    if (root.itemFields.titles[id] !== undefined || !mayEdit(root, id, 'canUpdate')) return null;
    const { text, before } = data as Data;
    const opened = itemFieldActions.titleTyped({ id, text: before, opened: true, restored: true });
    return [opened, itemFieldActions.titleTyped({ id, text })];
  },
  isDone: (action, place) =>
    (itemEdits.titleChanged.match(action) || itemFieldActions.titleClosed.match(action)) && action.payload.id === place,
});

export const itemTitleDrafts: readonly DraftKind[] = [
  kind(({ page }) => page.id),
  kind(({ page, over }) => (over.id === page.id ? null : over.id)),
];

import type { DraftKind } from '../store/drafts.ts';
import type { FieldsRoot } from './fields/edit.ts';
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

/** WI-02.15: a title that is being typed is kept by its item. */
const kind: DraftKind<FieldsRoot> = {
  form: 'itemTitle',
  typed({ itemFields: { titles }, workItem: { over, page } }) {
    const id = [over.id, page.id].find((each) => each !== null && titles[each] !== undefined);
    const title = titles[id ?? ''];
    return id == null || title === undefined ? null : typed(title, id);
  },
  restore(root, { place, data }) {
    const { over, page } = root.workItem;
    const id = [over.id, page.id].find((each) => each === place);
    if (id == null || root.itemFields.titles[id] !== undefined || !mayEdit(root, id, 'canUpdate')) return null;
    const { text, before } = data as Data;
    const opened = itemFieldActions.titleTyped({ id, text: before, opened: true, restored: true });
    return [opened, itemFieldActions.titleTyped({ id, text })];
  },
  isDone: (action) => itemEdits.titleChanged.match(action) || itemFieldActions.titleClosed.match(action),
};

export const itemTitleDraft: DraftKind = kind;

import type { DraftKind } from '../store/drafts.ts';
import { typedIn } from '../store/drafts.ts';
import { isEntryWritten, manageActions, pageKey, type EditedEntry, type ManageState } from './slice.ts';

const typed = typedIn((edited: EditedEntry): EditedEntry | null => (isEntryWritten(edited) ? edited : null));

/** BD-05.5: what is typed is kept by the place of the page. */
const kind: DraftKind<{ readonly manage: ManageState }> = {
  form: 'manage',
  typed: ({ manage: { shown, edited } }) => (shown === null || edited === null ? null : typed(edited, pageKey(shown))),
  restore({ manage: { shown, edited } }, { place, data }) {
    if (shown === null || pageKey(shown) !== place || (edited !== null && isEntryWritten(edited))) return null;
    const { was, before, draft } = data as EditedEntry;
    return [manageActions.formOpened({ was, before }), manageActions.typed({ draft })];
  },
  isDone: (action, place) =>
    manageActions.formClosed.match(action) ||
    (manageActions.saved.match(action) && pageKey(action.payload.page) === place),
};

export const manageDraft: DraftKind = kind;

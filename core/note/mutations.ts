import type { Root as AccessRoot } from '../access/select.ts';
import type { CreateNoteMutation, UpdateNoteMutation } from '../api/generated/operations.ts';
import type { Draft, PendingState } from '../mutation/index.ts';
import type { NotesConfirmed, NoteState } from './types.ts';
import { CreateNoteOperation, DestroyNoteOperation, UpdateNoteOperation } from '../api/generated/operations.ts';
import { define, graphql, selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { firstError } from '../work-item/rules.ts';
import { noteActions } from './actions.ts';
import { takeNote, withNote, withoutNote } from './lists.ts';
import { notesKey } from './queries.ts';
import { canSend, NOTE_ERRORS } from './rules.ts';
import { shownIn } from './slice.ts';
import { noteOf } from './wire.ts';

export interface NotesRoot extends PendingState<NotesConfirmed>, AccessRoot {
  readonly note: NoteState;
}

const invalidates = ({ itemId }: { readonly itemId: string }) => [notesKey(itemId)];

/** WI-10.67: comments on one item go one after the other, so that they stand in the order in which they were written. */
const comment = define(noteActions.commented, {
  scope: ({ itemId }) => `comments ${itemId}`,
  invalidates,
  accept({ note, access }: NotesRoot, { target }, id) {
    const form = note.forms[target];
    const { user } = access.session;
    if (form === undefined || user === null || !canSend(form.body)) return null;
    const { itemId, body } = form;
    const { name, username, avatarUrl, webUrl } = user;
    const author = { id: user.id, name, username, avatarUrl, webUrl };
    return { id, target, itemId, discussionId: target === itemId ? null : target, author, body };
  },
  apply(draft: Draft<NotesConfirmed>, { id, itemId, discussionId, author, body }) {
    const sending = { bodyHtml: null, createdAt: null, editedAt: null, editedBy: null, icon: null };
    takeNote(draft, { ...sending, id, author, body, system: false, internal: false, canAdmin: false });
    withNote(draft, itemId, discussionId ?? id, id);
  },
  request: (_, { itemId, discussionId, body }) =>
    graphql(CreateNoteOperation, {
      input: { noteableId: itemId, body, ...(discussionId !== null && { discussionId }) },
    }),
  decode: ({ note }: NonNullable<CreateNoteMutation['createNote']>, { discussionId }) =>
    note === null ? null : { note: noteOf(note), discussionId: note.discussion?.id ?? discussionId ?? note.id },
  commit(draft: Draft<NotesConfirmed>, { note, discussionId }, { itemId }) {
    takeNote(draft, note);
    withNote(draft, itemId, discussionId, note.id);
  },
  error: () => 'form',
});

/** WI-10.69 */
const edit = define(noteActions.edited, {
  scope: ({ id }) => `note ${id}`,
  invalidates,
  accept(root: NotesRoot, { target: id }) {
    const form = root.note.forms[id];
    const known = get(selectVisible(root).notes, id);
    if (form === undefined || known === undefined || !canSend(form.body) || form.body === known.body) return null;
    return { id, itemId: form.itemId, body: form.body };
  },
  apply(draft: Draft<NotesConfirmed>, { id, body }) {
    const known = draft.get('notes', id);
    if (known !== undefined) draft.set('notes', id, { ...known, body, bodyHtml: null });
  },
  request: (_, { id, body }) => graphql(UpdateNoteOperation, { input: { id, body } }),
  decode: ({ note }: NonNullable<UpdateNoteMutation['updateNote']>) => (note === null ? null : noteOf(note)),
  commit: (draft: Draft<NotesConfirmed>, note) => takeNote(draft, note),
  error: () => 'form',
});

/** WI-10.70 */
const deletion = define(noteActions.deleted, {
  scope: ({ id }) => `note ${id}`,
  invalidates,
  apply: (draft: Draft<NotesConfirmed>, { itemId, id }) => withoutNote(draft, itemId, id),
  request: (_, { id }) => graphql(DestroyNoteOperation, { input: { id } }),
  error({ itemId }, { messages }, { note }: NotesRoot) {
    const place = shownIn(note, itemId);
    const where: Parameters<typeof alertAt>[0] = { scope: place === null ? 'page' : 'notes' };
    return alertAt(place === 'over' ? { ...where, place } : where, NOTE_ERRORS.notDeleted, firstError(messages));
  },
});

export const noteMutations = [comment, edit, deletion] as const;

import type { Root as AccessRoot } from '../access/select.ts';
import type {
  CreateNoteMutation,
  DiscussionToggleResolveMutation,
  UpdateNoteMutation,
} from '../api/generated/operations.ts';
import type { Draft, PendingState } from '../mutation/index.ts';
import type { Note, NotesConfirmed, NoteState, NoteVersion } from './types.ts';
import {
  CreateNoteOperation,
  DestroyNoteOperation,
  DiscussionToggleResolveOperation,
  UpdateNoteOperation,
} from '../api/generated/operations.ts';
import { define, graphql, selectVisible } from '../mutation/index.ts';
import { recordKey } from '../entities/index.ts';
import { get } from '../table/index.ts';
import type { NoticeDraft } from '../store/action.ts';
import { htmlAfterCheck } from '../editor/rules/task-lines.ts';
import { awardToggle } from '../work-item/extras/mutations.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { firstError, hasGiven, withAward } from '../work-item/rules.ts';
import { noteActions, type NoteReactionAsked } from './actions.ts';
import { takeNote, withNote, withoutNote, withResolution } from './lists.ts';
import { awardsKey, awardsRead, notesKey } from './queries.ts';
import { canSend, NOTE_ERRORS } from './rules.ts';
import { shownIn } from './slice.ts';
import { noteOf, resolutionOf } from './wire.ts';

export interface NotesRoot extends PendingState<NotesConfirmed>, AccessRoot {
  readonly note: NoteState;
}

type CreatePayload = NonNullable<CreateNoteMutation['createNote']>;

/** A line that begins like a command; whether it is one is the server's to say. */
const MAY_COMMAND = /^\/[a-z]/im;

const invalidates = ({ itemId }: { readonly itemId: string }) => [notesKey(itemId)];

/** In the section that shows the item, or on the page where none does any more. */
export function alertIn({ note }: NotesRoot, itemId: string, text: string, messages: readonly string[]): NoticeDraft {
  const place = shownIn(note, itemId);
  const where: Parameters<typeof alertAt>[0] = { scope: place === null ? 'page' : 'notes' };
  return alertAt(place === 'over' ? { ...where, place } : where, text, firstError(messages));
}

/** WI-10.67: comments on one item go one after the other, so that they stand in the order in which they were written. */
define(noteActions.commented, {
  scope: ({ itemId }) => `comments ${itemId}`,
  // WI-10.115
  invalidates: ({ itemId, body }) => [notesKey(itemId), ...(MAY_COMMAND.test(body) ? [recordKey(itemId)] : [])],
  accept({ note, access }: NotesRoot, { target }, id) {
    const form = note.forms[target];
    const { user } = access.session;
    if (form === undefined || user === null || !canSend(form.body)) return null;
    const { name, username, avatarUrl, webUrl } = user;
    const author = { id: user.id, name, username, avatarUrl, webUrl };
    const { itemId, body, internal } = form;
    return { id, target, itemId, discussionId: target === itemId ? null : target, author, body, internal };
  },
  apply(draft: Draft<NotesConfirmed>, { id, itemId, discussionId, author, body, internal }) {
    const sending = { bodyHtml: null, createdAt: null, editedAt: null, editedBy: null, icon: null, version: null };
    const rights = { role: null, canAdmin: false, canResolve: false };
    takeNote(draft, { ...sending, ...rights, id, author, body, system: false, internal });
    withNote(draft, itemId, discussionId ?? id, id);
  },
  request: (_, { itemId, discussionId, body, internal }) =>
    graphql(CreateNoteOperation, {
      input: { noteableId: itemId, body, ...(discussionId === null ? internal && { internal } : { discussionId }) },
    }),
  // WI-10.113
  isDone: ({ note, errors }: CreatePayload) => note !== null || /^Commands only (?!Failed)/.test(errors[0] ?? ''),
  decode({ note, errors }: CreatePayload, { discussionId }) {
    if (note === null) return errors.length === 0 ? null : { note, errors };
    return { note: { note: noteOf(note), discussionId: note.discussion?.id ?? discussionId ?? note.id }, errors };
  },
  commit(draft: Draft<NotesConfirmed>, { note }, { itemId }) {
    if (note === null) return;
    // What was read of it meanwhile stays.
    takeNote(draft, { awards: draft.get('notes', note.note.id)?.awards ?? [], ...note.note });
    withNote(draft, itemId, note.discussionId, note.note.id);
  },
  error: () => 'form',
});

/** WI-10.69 */
define(noteActions.edited, {
  scope: ({ id }) => `note ${id}`,
  invalidates,
  accept(root: NotesRoot, { target: id }) {
    const form = root.note.forms[id];
    const known = get(selectVisible(root).notes, id);
    if (form === undefined || known === undefined || !canSend(form.body) || form.body === known.body) return null;
    const { itemId, body, internal } = form;
    return { id, itemId, body, internal };
  },
  apply(draft: Draft<NotesConfirmed>, { id, body }) {
    const known = draft.get('notes', id);
    if (known === undefined) return;
    const bodyHtml = known.bodyHtml && htmlAfterCheck(known.bodyHtml, known.body, body);
    draft.set('notes', id, { ...known, body, bodyHtml });
  },
  request: (_, { id, body }) => graphql(UpdateNoteOperation, { input: { id, body } }),
  decode: ({ note }: NonNullable<UpdateNoteMutation['updateNote']>) => (note === null ? null : noteOf(note)),
  commit: (draft: Draft<NotesConfirmed>, note) => takeNote(draft, note),
  error: () => 'form',
});

/** WI-10.70 */
define(noteActions.deleted, {
  scope: ({ id }) => `note ${id}`,
  invalidates,
  apply: (draft: Draft<NotesConfirmed>, { itemId, id }) => withoutNote(draft, itemId, id),
  request: (_, { id }) => graphql(DestroyNoteOperation, { input: { id } }),
  error: ({ itemId }, { messages }, root: NotesRoot) => alertIn(root, itemId, NOTE_ERRORS.notDeleted, messages),
});

/** WI-10.81: presses on one discussion are sent one after the other. */
define(noteActions.resolveToggled, {
  scope: ({ id }) => `discussion ${id}`,
  invalidates,
  accept(root: NotesRoot, { itemId, id }) {
    const { user } = root.access.session;
    const { discussions, notes } = selectVisible(root);
    const discussion = get(discussions, itemId)?.find((each) => each.id === id);
    if (user === null || get(notes, discussion?.notes[0] ?? '')?.canResolve !== true) return null;
    return { itemId, id, by: discussion?.resolved === undefined ? user.name : null };
  },
  apply: (draft: Draft<NotesConfirmed>, { itemId, id, by }) =>
    withResolution(draft, itemId, id, by === null ? null : { at: null, by }),
  request: (_, { id, by }) => graphql(DiscussionToggleResolveOperation, { input: { id, resolve: by !== null } }),
  decode: ({ discussion }: NonNullable<DiscussionToggleResolveMutation['discussionToggleResolve']>) =>
    discussion === null ? null : { resolved: resolutionOf(discussion) },
  commit: (draft: Draft<NotesConfirmed>, { resolved }, { itemId, id }) => withResolution(draft, itemId, id, resolved),
  error: ({ itemId }, { messages }, root: NotesRoot) => alertIn(root, itemId, NOTE_ERRORS.notResolved, messages),
});

const react = (draft: Draft<NotesConfirmed>, { id, emoji, userId, name }: NoteReactionAsked, on: boolean): void => {
  const known = draft.get('notes', id);
  if (known?.awards !== undefined)
    draft.set('notes', id, { ...known, awards: withAward(known.awards, { emoji, userId, name }, on) });
};

/** WI-10.88: as of reactions to items (WI-07.61). */
define(noteActions.reactionToggled, {
  ...awardToggle,
  invalidates: ({ itemId }) => [awardsKey(itemId)],
  accept(root: NotesRoot, { itemId, id, emoji }) {
    const { user } = root.access.session;
    const awards = get(selectVisible(root).notes, id)?.awards;
    if (user === null || awards === undefined) return null;
    const award = { emoji, userId: user.id, name: user.name };
    return { itemId, id, ...award, on: !hasGiven(awards, award) };
  },
  apply: (draft: Draft<NotesConfirmed>, asked) => react(draft, asked, asked.on),
  commit: (draft: Draft<NotesConfirmed>, { on }, asked) => react(draft, asked, on),
  forgets: ({ itemId }, action) => awardsRead.received.match(action) && action.payload.params.id === itemId,
  error: ({ itemId }, { messages }, root: NotesRoot) => alertIn(root, itemId, NOTE_ERRORS.notReacted, messages),
});

const withVersion = (draft: Draft<NotesConfirmed>, id: string, change: (version: NoteVersion) => Note['version']) => {
  const note = draft.get('notes', id);
  if (note?.version) draft.set('notes', id, { ...note, version: change(note.version) });
};

/** IE-07.63 */
define(noteActions.versionDeleted, {
  scope: ({ id }) => `version ${id}`,
  invalidates,
  accept(root: NotesRoot, { itemId, id }) {
    const path = get(selectVisible(root).notes, id)?.version?.deletePath;
    return path == null ? null : { itemId, id, path };
  },
  apply: (draft: Draft<NotesConfirmed>, { id }) =>
    withVersion(draft, id, (version) => ({ ...version, deletePath: null })),
  request: (_, { path }) => ({ rest: { method: 'DELETE', path } }),
  commit: (draft: Draft<NotesConfirmed>, _, { id }) => withVersion(draft, id, () => null),
  // The button is there again, and nothing else says so, as in GitLab.
  error: () => 'form',
});

import { type AccessSubject, can, canEditNote, canReadNote } from '@espalier/core/access';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, itemSubject, may } from '../command/item.ts';
import type { NoteChange } from '../command/events.ts';
import type { StoredNote } from '../command/note-store.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { tellMentioned } from './told.ts';

/**
 * Comments on epics and items of projects, and the discussions that they make. Like reactions they are nothing of the item's own: no line of activity, no
 * new lock version. The item is locked meanwhile, so that nobody replies to what somebody else is deleting.
 */

/** In characters. */
export const BODY_MAX = 1_000_000;

/** GitLab's texts. */
export const NOTE_ERRORS = {
  blank: "Note can't be blank",
  long: `Note is too long (maximum is ${BODY_MAX} characters)`,
  absent: 'Discussion to reply to cannot be found',
} as const;

export interface CommentInput {
  readonly itemId: number;
  readonly body: string;
  /** Of a new discussion; a reply is as its discussion. */
  readonly internal?: boolean;
  /** The discussion that it replies to. */
  readonly discussionId?: number | undefined;
  /** An instant; now where there is none. */
  readonly createdAt?: string | undefined;
}

/** A comment by its id; where it is also named by its item, or its discussion, it must be theirs. */
interface CommentName {
  readonly id: number;
  readonly itemId?: number;
  readonly discussionId?: number | undefined;
}

/** WI-10.41: whoever may comment, and in a locked discussion only who has a role here. */
export const canJoin = (subject: AccessSubject, isLocked: boolean): boolean =>
  can('createNote', subject) && (!isLocked || (subject.accessLevel ?? 0) > 0);

export const mayJoin = (viewer: Viewer, item: Item): boolean =>
  canJoin(itemSubject(viewer, item), item.discussion_locked);

/** WI-10.40, WI-10.42: comments on an item. Answers the id of the note. */
export function addComment(
  store: PlanStore,
  viewer: Viewer,
  { body, ...input }: CommentInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const place = await placeOfComment(change, input);
    const comment = { ...place, itemId: input.itemId, authorId: change.userId, body: checked(body) };
    const id = await change.store.notes.add(comment, input.createdAt ?? now);
    announce(change, 'created', { ...comment, id, discussionId: comment.discussionId ?? id });
    await tellMentioned(change, input.itemId, { noteId: id, text: body, internal: place.internal });
    return id;
  });
}

/** Where a comment is to stand; refused where the viewer may not comment, or not there. */
export async function placeOfComment(
  change: Change,
  { itemId, internal = false, discussionId }: Omit<CommentInput, 'body'>,
): Promise<Pick<StoredNote, 'internal'> & { readonly discussionId: number | null }> {
  const { viewer } = change;
  const item = await lockedItem(change, itemId);
  if (!mayJoin(viewer, item)) denied();
  const first = discussionId === undefined ? null : await change.store.notes.firstOf(discussionId);
  if (first !== null && !isAnswerable(viewer, item, first)) refuse(422, NOTE_ERRORS.absent);
  const isInternal = first?.internal ?? internal;
  if (isInternal && !may(viewer, 'createInternalNote', item)) denied();
  return { internal: isInternal, discussionId: first?.discussionId ?? null };
}

/** WI-10.43: edits a comment; null leaves it as it is. Answers its id. */
export function editComment(
  store: PlanStore,
  viewer: Viewer,
  { body, ...name }: CommentName & { readonly body: string | null },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const note = await ownOrAdmin(change, name);
    if (body === null || body === note.body) return note.id;
    await change.store.notes.edit(note.id, checked(body), change.userId, now);
    announce(change, 'updated', note);
    await tellMentioned(change, note.itemId, {
      noteId: note.id,
      text: body,
      before: note.body,
      internal: note.internal,
    });
    return note.id;
  });
}

/** WI-10.44: deletes a comment. */
export function deleteComment(
  store: PlanStore,
  viewer: Viewer,
  name: CommentName,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const note = await ownOrAdmin(change, name);
    const isLast = await change.store.notes.delete(note.id);
    announce(change, 'deleted', note, isLast);
    return null;
  });
}

/** WI-10.45: resolves a discussion, or takes that back. Answers the id of its first note. */
export function resolveDiscussion(
  store: PlanStore,
  viewer: Viewer,
  { discussionId, resolve }: { readonly discussionId: number; readonly resolve: boolean },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { note, item } = await comment(change, await change.store.notes.firstOf(discussionId));
    if (!may(viewer, 'resolveNote', item) || !mayJoin(viewer, item)) denied();
    if (await change.store.notes.resolve(discussionId, resolve ? change.userId : null, now))
      announce(change, 'updated', note);
    return note.id;
  });
}

const isAnswerable = (viewer: Viewer, item: Item, first: StoredNote | undefined): first is StoredNote =>
  first?.itemId === item.id && !first.system && canReadNote(itemSubject(viewer, item), first);

/** What GitLab takes as a comment. */
function checked(body: string): string {
  if (body.trim() === '') refuse(422, NOTE_ERRORS.blank);
  if (body.length > BODY_MAX) refuse(422, NOTE_ERRORS.long);
  return body;
}

/** WI-10.46: of an internal note only those hear who may read it. `isLast`: of a deleted one. */
export function announce(
  { events }: Change,
  what: NoteChange['what'],
  { id, itemId, internal, discussionId }: Pick<StoredNote, 'id' | 'itemId' | 'internal' | 'discussionId'>,
  isLast?: boolean,
): void {
  events.add(internal ? 'internalNotes' : 'notes', itemId);
  events.notes.push({ id, itemId, what, internal, discussionId, ...(isLast !== undefined && { isLast }) });
}

async function ownOrAdmin(change: Change, { id, itemId, discussionId }: CommentName): Promise<StoredNote> {
  const { note, item } = await comment(change, await change.store.notes.find(id));
  if (note.itemId !== (itemId ?? note.itemId) || note.discussionId !== (discussionId ?? note.discussionId)) hidden();
  if (!canEditNote(itemSubject(change.viewer, item), note) || !mayJoin(change.viewer, item)) denied();
  return note;
}

/** A comment that the viewer may read, and its item. A line of activity is none: who may see it is asked of what it names. */
export async function comment(change: Change, note: StoredNote | undefined): Promise<{ note: StoredNote; item: Item }> {
  if (note === undefined || note.system) hidden();
  const item = await lockedItem(change, note.itemId);
  if (!canReadNote(itemSubject(change.viewer, item), note)) hidden();
  return { note, item };
}

async function lockedItem({ store, viewer }: Change, id: number): Promise<Item> {
  return (await store.items.byId(viewer, [id], { forUpdate: true })).get(id) ?? hidden();
}

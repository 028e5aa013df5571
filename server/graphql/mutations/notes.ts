import { addComment, deleteComment, editComment, resolveDiscussion } from '../../note/comment.ts';
import { databaseId, ITEM, optionalId } from './ids.ts';
import type { CreateNoteInput, DestroyNoteInput, DiscussionToggleResolveInput, UpdateNoteInput } from './inputs.ts';
import { mutation } from './mutation.ts';

const notePayload = (id: number) => ({ note: { id } });

export const noteMutations = {
  createNote: mutation(
    async (store, { noteableId, discussionId, body, internal }: CreateNoteInput, { viewer, now }) =>
      addComment(
        store,
        viewer,
        {
          itemId: databaseId(noteableId, ...ITEM),
          discussionId: optionalId(discussionId, 'Discussion') ?? undefined,
          body,
          internal: internal === true,
        },
        now,
      ),
    notePayload,
  ),
  destroyNote: mutation(
    async (store, { id }: DestroyNoteInput, { viewer, now }) =>
      deleteComment(store, viewer, { id: databaseId(id, 'Note') }, now),
    () => ({ note: null }),
  ),
  discussionToggleResolve: mutation(
    async (store, { id, resolve }: DiscussionToggleResolveInput, { viewer, now }) =>
      resolveDiscussion(store, viewer, { discussionId: databaseId(id, 'Discussion'), resolve }, now),
    (id) => ({ discussion: { id } }),
  ),
  updateNote: mutation(
    async (store, { id, body }: UpdateNoteInput, { viewer, now }) =>
      editComment(store, viewer, { id: databaseId(id, 'Note'), body: body ?? null }, now),
    notePayload,
  ),
};

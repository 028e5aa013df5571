import { commandErrors } from '@espalier/core/quick-action/rules';
import { deleteComment, editComment, resolveDiscussion } from '../../note/comment.ts';
import { commentWithCommands } from '../../quick-action/comment.ts';
import { databaseId, ITEM, optionalId, originOf } from './ids.ts';
import type { CreateNoteInput, DestroyNoteInput, DiscussionToggleResolveInput, UpdateNoteInput } from './inputs.ts';
import { mutation } from './mutation.ts';

const notePayload = (id: number) => ({ note: { id } });

export const noteMutations = {
  createNote: mutation(
    async (store, { noteableId, discussionId, body, internal }: CreateNoteInput, { viewer, now, baseUrl }) =>
      commentWithCommands(
        store,
        viewer,
        {
          itemId: databaseId(noteableId, ...ITEM),
          discussionId: optionalId(discussionId, 'Discussion') ?? undefined,
          body,
          internal: internal === true,
          origin: originOf({ baseUrl }),
        },
        now,
      ),
    ({ id, ...outcome }) => ({ note: id === null ? null : { id }, errors: commandErrors(outcome, id === null) }),
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

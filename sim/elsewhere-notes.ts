import type { ModelCall } from './server/index.ts';
import type { Picks } from './picks.ts';
import type { Stage } from './stage.ts';
import {
  AwardEmojiToggleOperation,
  CreateNoteOperation,
  DestroyNoteOperation,
  DiscussionToggleResolveOperation,
  UpdateNoteOperation,
} from '@espalier/core/api';
import { mutation } from './elsewhere-calls.ts';
import { numberOf } from './oracle.ts';

const EMOJIS = ['thumbsup', 'eyes'] as const;

/** What others do with the comments of an item, mostly of one whose comments somebody has open; null: there was nothing to do it with. */
export function noteChange(sim: Stage, picks: Picks): ModelCall | null {
  const { world } = sim.backend.model;
  const shown = sim.clients.flatMap(({ pages }) => [pages.notes ?? [], pages.over.notes ?? []].flat());
  const other = picks.of([...world.items.values()].filter(({ projectId }) => projectId !== null));
  const itemId = picks.of(shown) ?? (other === undefined ? null : `gid://gitlab/Issue/${other.id}`);
  if (itemId === null) return null;
  const comments = [...world.comments.values()].filter((row) => row.itemId === numberOf(itemId));
  const comment = picks.of(comments);
  const body = `comment ${sim.nextTitle()}`;
  if (comment === undefined || picks.once(5))
    return mutation(CreateNoteOperation, { noteableId: itemId, body, internal: picks.once(3) });
  const id = `gid://gitlab/Note/${comment.id}`;
  const discussionId = `gid://gitlab/Discussion/${comment.discussionId}`;
  switch (picks.number(6)) {
    case 0:
      return mutation(UpdateNoteOperation, { id, body });
    case 1:
      return mutation(DestroyNoteOperation, { id });
    case 2:
      return mutation(DiscussionToggleResolveOperation, { id: discussionId, resolve: picks.once(2) });
    case 3:
      return mutation(AwardEmojiToggleOperation, { awardableId: id, name: picks.of(EMOJIS) ?? 'eyes' });
    default:
      return mutation(CreateNoteOperation, { noteableId: itemId, body, discussionId });
  }
}

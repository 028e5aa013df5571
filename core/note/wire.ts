import type { DiscussionPartsFragment, NotePartsFragment } from '../api/generated/operations.ts';
import type { NoteReading, Resolution } from './types.ts';

export const noteOf = (wire: NotePartsFragment): NoteReading => ({
  id: wire.id,
  author: wire.author,
  body: wire.body,
  bodyHtml: wire.bodyHtml ?? '',
  createdAt: wire.createdAt,
  editedAt: wire.lastEditedAt,
  editedBy: wire.lastEditedBy,
  system: wire.system,
  icon: wire.systemNoteIconName,
  internal: wire.internal === true,
  canAdmin: wire.userPermissions.adminNote,
  canResolve: wire.userPermissions.resolveNote,
});

type WireDiscussion = NonNullable<NonNullable<DiscussionPartsFragment['nodes']>[number]>;

/** Null: it is open. */
export const resolutionOf = (wire: Pick<WireDiscussion, 'resolvedAt' | 'resolvedBy'>): Resolution | null =>
  wire.resolvedAt === null ? null : { at: wire.resolvedAt, by: wire.resolvedBy?.name ?? null };

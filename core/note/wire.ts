import type { NotePartsFragment } from '../api/generated/operations.ts';
import type { NoteReading } from './types.ts';

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
});

import type {
  DiscussionPartsFragment,
  NoteAwardPartsFragment,
  NotePartsFragment,
  VersionPartsFragment,
} from '../api/generated/operations.ts';
import type { NoteAward, NoteReading, NoteVersion, Resolution } from './types.ts';
import { nodesOf } from '../api/wire-parts.ts';

type NoteAwardsOnWire = NonNullable<NonNullable<NoteAwardPartsFragment['nodes']>[number]>['awardEmoji'];

/** IE-07.60: by their lines of activity. A deleted version has no address. */
export const versionsOf = (pages: readonly VersionPartsFragment[]): ReadonlyMap<string, NoteVersion> =>
  new Map(
    pages.flatMap(nodesOf).flatMap(({ id, systemNoteMetadata }) => {
      const { diffPath, canDelete, deletePath } = systemNoteMetadata?.descriptionVersion ?? {};
      return diffPath == null ? [] : [[id, { diffPath, deletePath: canDelete === true ? (deletePath ?? null) : null }]];
    }),
  );

export const noteOf = (wire: NotePartsFragment, version: NoteVersion | null = null): NoteReading => ({
  id: wire.id,
  author: wire.author,
  role: wire.maxAccessLevelOfAuthor,
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
  version,
});

/** The reactions to a note, the first one first. */
export const awardsOf = (connection: NoteAwardsOnWire): readonly NoteAward[] =>
  nodesOf(connection).map(({ name, user }) => ({ emoji: name, userId: user.id, name: user.name }));

type WireDiscussion = NonNullable<NonNullable<DiscussionPartsFragment['nodes']>[number]>;

/** Null: it is open. */
export const resolutionOf = (wire: Pick<WireDiscussion, 'resolvedAt' | 'resolvedBy'>): Resolution | null =>
  wire.resolvedAt === null ? null : { at: wire.resolvedAt, by: wire.resolvedBy?.name ?? null };

type When = Pick<NoteReading, 'id' | 'createdAt'> | undefined;

const numberOf = (note: When): number => Number(/\d*$/.exec(note?.id ?? '')?.[0]);
const timeOf = (note: When): string => note?.createdAt ?? '';

/** As the server orders notes. */
export const isOlder = (note: When, other: When): boolean =>
  timeOf(note) < timeOf(other) || (timeOf(note) === timeOf(other) && numberOf(note) < numberOf(other));

import type { Args, Node } from './execute.ts';
import type { Graph } from './graph.ts';
import type { CommentRow, ItemRow } from '../../server/store/memory/rows.ts';
import { can, canEditNote, canReadNote, ROLE_NAMES } from '@espalier/core/access';
import { accessLevel } from '../../server/access/viewer.ts';
import { idOfType } from '@espalier/core/work-item/rules';
import { gid, textHtml } from './addresses.ts';
import { connection } from './connection.ts';

/** Comments. Lines of activity have no ids in the model, and are read by nobody. */

export function noteNode(graph: Graph, row: CommentRow): Node {
  const { id, body, internal, system, createdAt, editedAt, editedBy, authorId, discussionId, itemId } = row;
  const subject = graph.rights.itemSubject(graph.world.item(itemId));
  return {
    id: gid('Note', id),
    body,
    bodyHtml: textHtml(body),
    createdAt,
    system,
    systemNoteIconName: null,
    internal,
    lastEditedAt: editedAt,
    lastEditedBy: editedBy === null ? null : graph.person(editedBy),
    author: graph.person(authorId),
    maxAccessLevelOfAuthor: roleOf(graph, row),
    awardEmoji: (args: Args) => graph.awards({ itemId: null, noteId: id }, args),
    userPermissions: { adminNote: canEditNote(subject, row), resolveNote: !system && can('resolveNote', subject) },
    discussion: () =>
      discussionNode(
        graph,
        readableOn(graph, graph.world.item(itemId)).filter((each) => each.discussionId === discussionId),
      ),
    systemNoteMetadata: null,
  };
}

function roleOf({ rights, world }: Graph, { authorId, itemId }: CommentRow): string | null {
  const { groupId, projectId } = world.item(itemId);
  if (rights.viewer.userId === null) return null;
  const member = { ...world.viewer(authorId), admin: false };
  return ROLE_NAMES[accessLevel(member, world.group(groupId).traversalIds, projectId)] ?? null;
}

/** A note by its id, as far as the viewer may read it. */
export function readableNote(graph: Graph, id: unknown): Node | null {
  const row = graph.world.comments.get(idOfType(String(id), 'Note') ?? 0);
  const item = row && graph.rights.see(row.itemId);
  if (row === undefined || item == null || !canReadNote(graph.rights.itemSubject(item), row)) return null;
  return noteNode(graph, row);
}

/** Its notes, the oldest first. */
export function discussionNode(graph: Graph, rows: readonly CommentRow[]): Node {
  const { discussionId = 0, resolvedAt = null, resolvedBy = null } = rows[0] ?? {};
  return {
    id: gid('Discussion', discussionId),
    resolvedAt,
    resolvedBy: resolvedBy === null ? null : graph.person(resolvedBy),
    notes: (args: Args) => ofNotes(graph, rows, args),
  };
}

/** What the viewer may read of an item's comments. */
const readableOn = (graph: Graph, item: ItemRow): readonly CommentRow[] => {
  const subject = graph.rights.itemSubject(item);
  return [...graph.world.comments.values()].filter((row) => row.itemId === item.id && canReadNote(subject, row));
};

const ofNotes = (graph: Graph, rows: readonly CommentRow[], args: Args) =>
  connection(
    rows,
    { name: 'id', keys: [{ of: ({ id }) => id }] },
    args,
    (row) => noteNode(graph, row),
    graph.world.pageMax,
  );

/** The comments of an item, by when they were written. */
export const notes = (graph: Graph, item: ItemRow, args: Args) => ofNotes(graph, readableOn(graph, item), args);

/** The discussions of an item, by the oldest comment that is left of each. */
export function discussions(graph: Graph, item: ItemRow, args: Args) {
  const readable = args['filter'] === 'ONLY_ACTIVITY' ? [] : readableOn(graph, item);
  const oldest = readable.filter(
    ({ discussionId }, index) => readable.findIndex((row) => row.discussionId === discussionId) === index,
  );
  const node = ({ discussionId }: CommentRow): Node =>
    discussionNode(
      graph,
      readable.filter((row) => row.discussionId === discussionId),
    );
  return connection(oldest, { name: 'id', keys: [{ of: ({ id }) => id }] }, args, node, graph.world.pageMax);
}

import { can, canEditNote, canReadNote, ROLE_NAMES } from '@espalier/core/access';
import { canJoin } from '../../note/comment.ts';
import { noteReadableSql } from '../../note/visible-notes.ts';
import { discussionSql } from '../../store/sql/notes.ts';
import { many } from '../plan/connection.ts';
import { column, computed, gid, instant, instantOf, markdown, one, placeOf, value } from '../plan/fields.ts';
import type { Order } from '../plan/order.ts';
import type { Fields, Row, Scope } from '../plan/query.ts';
import { noteAwards } from './award.ts';
import { systemNoteMetadata } from './description-version.ts';
import { itemAccess, itemPathSql, itemReadable, subjectOfItem, user } from './item.ts';
import { NOTE_ITEM, ofItem } from './note-item.ts';

/** Comments and lines of activity, and the discussions that they make. */

export const oldestFirst: Order = {
  name: 'created',
  keys: [
    { text: 'n.created_at', type: 'timestamptz' },
    { text: 'n.id', type: 'bigint' },
  ],
};

/** The notes `n` on the item of this alias that the viewer may read. */
export const notesOn = ({ query, alias }: Pick<Scope, 'query' | 'alias'>): string[] => [
  `n.work_item_id = ${alias}.id`,
  ...noteReadableSql(query.context.viewer, 'n', alias),
];

/** Notes that the viewer may read, the oldest first. */
export const notes = many((scope) => ({
  type: 'Note',
  from: 'notes n',
  columns: 'n.*',
  where: notesOn(scope),
  order: oldestFirst,
}));

/** A note by a condition on `n`, if the viewer may read it. */
export const oneNote = (condition: string, alias: string, scope: Scope): string => {
  const readable = noteReadableSql(scope.query.context.viewer, 'n', 'i');
  return (
    `(SELECT n.* FROM notes n JOIN (${NOTE_ITEM} WHERE ${itemReadable(scope)}) i ON i.id = n.work_item_id ` +
    `WHERE ${[condition, ...readable].join(' AND ')}) ${alias}`
  );
};

/** System notes by what they tell of; the client maps the name to a picture. */
const ICONS: Readonly<Record<string, string>> = {
  title: 'pencil',
  description: 'pencil',
  task: 'task-done',
  closed: 'issue-close',
  reopened: 'issues',
  label: 'labels',
  milestone: 'milestone',
  iteration: 'iteration',
  weight: 'weight',
  health_status: 'status-health',
  assignee: 'user',
  start_date_or_due_date: 'calendar',
  time_tracking: 'timer',
  confidential: 'eye-slash',
  visible: 'eye',
  locked: 'lock',
  unlocked: 'lock-open',
  relate: 'link',
  unrelate: 'unlink',
  relate_to_child: 'link',
  relate_to_parent: 'link',
  relate_epic: 'link',
  unrelate_from_child: 'unlink',
  unrelate_from_parent: 'unlink',
  unrelate_epic: 'unlink',
  epic_issue_added: 'issues',
  epic_issue_removed: 'issues',
  epic_issue_moved: 'issues',
  issue_added_to_epic: 'epic',
  issue_changed_epic: 'epic',
  issue_removed_from_epic: 'epic',
};

/** Whoever reads one note of a discussion reads all of them: they are internal together, and a line of activity is alone. */
const together = (a: string): string => `${discussionSql('n')} = ${discussionSql(a)}`;
/** What a discussion knows stands at its first note. */
const atFirst = (a: string, name: string): string =>
  `(SELECT n.${name} FROM notes n WHERE ${together(a)} AND n.is_first)`;

const userPermissions = computed(
  (a, scope) => ({
    $of: ofItem(`json_build_array(${itemAccess('i', scope)}, i.discussion_locked)`, a),
    $note: `json_build_array(${a}.internal, ${a}.system, ${a}.author_id)`,
  }),
  (row, { query }) => notePermissions(row, query.context.viewer),
);

function notePermissions(row: Row, viewer: Parameters<typeof subjectOfItem>[1]) {
  const [internal, system, authorId] = row.$note as [boolean, boolean, number];
  const [access, isLocked] = row.$of as [unknown, boolean];
  const subject = subjectOfItem({ $acc: access }, viewer);
  const joins = canJoin(subject, isLocked);
  return {
    adminNote: joins && canEditNote(subject, { internal, system, authorId }),
    awardEmoji: !system && can('awardEmoji', subject),
    createNote: joins,
    readNote: canReadNote(subject, { internal }),
    resolveNote: joins && !system && can('resolveNote', subject),
  };
}

/** WI-10.56: in the project or group of the item, the groups above among it. Members are told to who is signed in (EP-18.35). */
const maxAccessLevelOfAuthor = computed(
  (a, { query }) => ({
    $role:
      query.context.viewer.userId === null
        ? 'NULL'
        : `(SELECT max(m.access_level) FROM memberships_on(${query.now()}) m JOIN work_items w ON w.id = ${a}.work_item_id JOIN groups g ON g.id = w.group_id ` +
          `WHERE m.user_id = ${a}.author_id AND (m.group_id = ANY(g.traversal_ids) OR m.project_id = w.project_id))`,
  }),
  ({ $role }) => ROLE_NAMES[$role as number] ?? null,
);

const resolvable = value((a) => `NOT ${a}.system`);

export const noteFields: Fields = {
  author: user('author_id'),
  awardEmoji: noteAwards,
  body: column('body'),
  bodyHtml: markdown(
    (a) => `${a}.body`,
    (a) => ofItem(placeOf(true)('i'), a),
  ),
  createdAt: instant('created_at'),
  discussion: one({
    type: 'Discussion',
    from: (alias, outer) => `(SELECT n.* FROM notes n WHERE ${together(outer)} AND n.is_first) ${alias}`,
  }),
  id: gid('Note'),
  internal: column('internal'),
  lastEditedAt: instant('last_edited_at'),
  lastEditedBy: user('last_edited_by'),
  maxAccessLevelOfAuthor,
  resolvable,
  resolved: value((a) => `${atFirst(a, 'resolved_at')} IS NOT NULL`),
  resolvedAt: value((a) => instantOf(atFirst(a, 'resolved_at'))),
  resolvedBy: one({
    type: 'UserCore',
    from: (alias, outer) => `(SELECT u.* FROM users u WHERE u.id = ${atFirst(outer, 'resolved_by')}) ${alias}`,
  }),
  system: column('system'),
  systemNoteIconName: computed(
    (a) => ({ $ac: `CASE WHEN ${a}.system THEN ${a}.action END` }),
    (row) => (typeof row.$ac === 'string' ? (ICONS[row.$ac] ?? 'information-o') : null),
  ),
  systemNoteMetadata,
  updatedAt: instant('updated_at'),
  url: value((a, { query }) => `${query.baseUrl()} || ${ofItem(itemPathSql('i'), a)} || '#note_' || ${a}.id`),
  userPermissions,
};

/** WI-10.50: of an item, those of which the viewer may read the first note, and with it all; by when they began. */
export const discussions = many((scope, { args }) => ({
  type: 'Discussion',
  from: 'notes n',
  columns: 'n.*',
  where: [...notesOn(scope), 'n.is_first', ...kindOf(args.filter)],
  order: oldestFirst,
}));

function kindOf(filter: unknown): string[] {
  if (filter === 'ONLY_COMMENTS') return ['NOT n.system'];
  return filter === 'ONLY_ACTIVITY' ? ['n.system'] : [];
}

const discussionId = value((a) => `'gid://gitlab/Discussion/' || ${discussionSql(a)}`);

/** A discussion is its first note. */
export const discussionFields: Fields = {
  createdAt: instant('created_at'),
  id: discussionId,
  notes: many(({ alias }) => ({
    type: 'Note',
    from: 'notes n',
    columns: 'n.*',
    where: [together(alias)],
    order: oldestFirst,
  })),
  replyId: discussionId,
  resolvable,
  resolved: value((a) => `${a}.resolved_at IS NOT NULL`),
  resolvedAt: instant('resolved_at'),
  resolvedBy: user('resolved_by'),
};

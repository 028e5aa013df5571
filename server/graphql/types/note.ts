import { noteReadableSql } from '../../note/visible-notes.ts';
import { renderMarkdown } from '../../text/markdown.ts';
import { many } from '../plan/connection.ts';
import { column, computed, gid, instant } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { user } from './item.ts';

/** Notes that the viewer may read, the oldest first. */
export const notes = many((scope) => ({
  type: 'Note',
  from: 'notes n',
  columns: 'n.*',
  where: [`n.work_item_id = ${scope.alias}.id`, ...noteReadableSql(scope.query.context.viewer, 'n', scope.alias)],
  order: {
    name: 'created',
    keys: [
      { text: 'n.created_at', type: 'timestamptz' },
      { text: 'n.id', type: 'bigint' },
    ],
  },
}));

/** System notes by what they tell of; the client maps the name to a picture. */
const ICONS: Readonly<Record<string, string>> = {
  title: 'pencil',
  description: 'pencil',
  closed: 'issue-close',
  reopened: 'issues',
  label: 'labels',
  milestone: 'milestone',
  weight: 'weight',
  confidential: 'eye-slash',
  visible: 'eye',
};

export const noteFields: Fields = {
  author: user('author_id'),
  body: column('body'),
  bodyHtml: computed(
    (a) => ({ $bo: `${a}.body` }),
    (row) => renderMarkdown(row.$bo as string),
  ),
  createdAt: instant('created_at'),
  id: gid('Note'),
  internal: column('internal'),
  system: column('system'),
  systemNoteIconName: computed(
    (a) => ({ $ac: `CASE WHEN ${a}.system THEN ${a}.action END` }),
    (row) => (typeof row.$ac === 'string' ? (ICONS[row.$ac] ?? 'information-o') : null),
  ),
  updatedAt: instant('updated_at'),
};

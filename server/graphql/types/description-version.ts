import { can } from '@espalier/core/access';
import { column, computed, gid, one, value } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { itemAccess, subjectOfItem } from './item.ts';
import { ofItem } from './note-item.ts';

/** What a line of activity stands for: an action and, of a description that was changed, its new text. */

export const systemNoteMetadata = one({
  type: 'SystemNoteMetadata',
  from: (alias, outer) =>
    `(SELECT n.* FROM notes n WHERE n.id = ${outer}.id AND n.system AND n.action IS NOT NULL) ${alias}`,
});

export const systemNoteMetadataFields: Fields = {
  action: column('action'),
  descriptionVersion: one({
    type: 'DescriptionVersion',
    from: (alias, outer) => `(SELECT d.* FROM description_versions d WHERE d.note_id = ${outer}.id) ${alias}`,
  }),
  id: gid('SystemNoteMetadata'),
};

/** IE-07.51, IE-07.53: beside the page of the item. */
const path = (a: string): string => {
  const page = `CASE WHEN i.project_id IS NULL THEN '/groups/' || i.g_path || '/-/epics/' ELSE '/' || i.p_path || '/-/issues/' END || i.iid`;
  return `${ofItem(page, a)} || '/descriptions/' || ${a}.id`;
};

/** A deleted version is one that was there, and nothing more. */
const unlessDeleted = (a: string, text: string): string => `CASE WHEN ${a}.deleted_at IS NULL THEN ${text} END`;

export const descriptionVersionFields: Fields = {
  canDelete: computed(
    (a, scope) => ({ $of: ofItem(itemAccess('i', scope), a) }),
    (row, { query }) => can('adminNote', subjectOfItem({ $acc: row.$of }, query.context.viewer)),
  ),
  deleted: value((a) => `${a}.deleted_at IS NOT NULL`),
  deletePath: value((a) => unlessDeleted(a, path(a))),
  description: value((a) => unlessDeleted(a, `coalesce(${a}.description, '')`)),
  diffPath: value((a) => unlessDeleted(a, `${path(a)} || '/diff'`)),
  id: gid('DescriptionVersion'),
};

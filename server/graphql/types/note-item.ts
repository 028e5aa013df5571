import { ISSUE_COLUMNS } from './item.ts';

/** The item of a note, or of anything else with a `work_item_id`, as `i`. */
export const NOTE_ITEM = `SELECT ${ISSUE_COLUMNS} FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id`;

export const ofItem = (text: string, a: string): string =>
  `(SELECT ${text} FROM (${NOTE_ITEM} WHERE w.id = ${a}.work_item_id) i)`;

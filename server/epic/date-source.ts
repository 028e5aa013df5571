import { epicReadableSql, groupReadableSql, projectReadableSql } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';

/**
 * The milestone or child epic that an inherited date of the epic `a` comes from, as SQL. The date is the epic's own, whoever looks; the title
 * and the other date are the source's, told to those who may see it (EP-07.41).
 */
export function sourceDateSql(a: string, which: 'start' | 'due'): string {
  return (
    `coalesce((SELECT m.${which}_date FROM milestones m WHERE m.id = ${a}.${which}_date_milestone_id), ` +
    `(SELECT s.${which}_date FROM work_items s WHERE s.id = ${a}.${which}_date_epic_id))`
  );
}

export function sourceTitleSql(viewer: Viewer, a: string, which: 'start' | 'due'): string {
  return source(viewer, a, which, (s) => `${s}.title`);
}

/** Both dates of the source: `{ start_date, due_date }`. */
export function sourceDatesSql(viewer: Viewer, a: string, which: 'start' | 'due'): string {
  return source(viewer, a, which, (s) => `json_build_object('start_date', ${s}.start_date, 'due_date', ${s}.due_date)`);
}

function source(viewer: Viewer, a: string, which: 'start' | 'due', text: (s: string) => string): string {
  const group = `EXISTS (SELECT 1 FROM groups g WHERE g.id = m.group_id AND ${groupReadableSql(viewer, 'g')})`;
  const project = `EXISTS (SELECT 1 FROM projects p WHERE p.id = m.project_id AND ${projectReadableSql(viewer, 'p')})`;
  return (
    `coalesce((SELECT ${text('m')} FROM milestones m WHERE m.id = ${a}.${which}_date_milestone_id AND (${group} OR ${project})), ` +
    `(SELECT ${text('s')} FROM work_items s JOIN groups g ON g.id = s.group_id ` +
    `WHERE s.id = ${a}.${which}_date_epic_id AND ${epicReadableSql(viewer, 's', 'g')}))`
  );
}

import { addDays, dayNumber } from '@espalier/core/calendar/rules';
import { sql } from 'kysely';
import type { Db } from '../db/types.ts';
import type { FileItem, PlanningFile } from './format.ts';

/**
 * The file as if its snapshot had been taken on `day`: every date and every instant moved by the same number of whole days, so that plans, releases and
 * what is overdue stand to each other as they did. Only the demo data is treated like this; a file that somebody imports is taken at its word.
 */
export function planningFileOf(file: PlanningFile, day: string): PlanningFile {
  const days = dayNumber(day) - dayNumber(file.dataset.snapshotDate);
  const date = (text: string | null): string | null => (text === null ? null : addDays(text, days));
  const instant = (text: string | null): string | null =>
    text === null ? null : addDays(text.slice(0, DAY), days) + text.slice(DAY);
  const item = <T extends FileItem>(each: T): T => ({
    ...each,
    startDate: date(each.startDate),
    dueDate: date(each.dueDate),
    createdAt: instant(each.createdAt),
    updatedAt: instant(each.updatedAt),
    closedAt: instant(each.closedAt),
  });
  return {
    ...file,
    dataset: { ...file.dataset, snapshotDate: day },
    milestones: file.milestones.map((each) => ({
      ...each,
      startDate: date(each.startDate),
      dueDate: date(each.dueDate),
    })),
    epics: file.epics.map(item),
    issues: file.issues.map(item),
    ...(file.mergeRequests && {
      mergeRequests: file.mergeRequests.map((each) => ({
        ...each,
        createdAt: instant(each.createdAt),
        mergedAt: instant(each.mergedAt),
        closedAt: instant(each.closedAt),
      })),
    }),
  };
}

/** Letters of `YYYY-MM-DD`. */
const DAY = 10;

/**
 * One for each special interest group, neighbours of the list far apart in hue. All are about equally light: white text on them has a contrast of 4.5 : 1, and
 * they stand out from the page by 3 : 1 in both themes.
 */
export const SIG_COLORS = [
  ...['#006dbd', '#a25f57', '#0a815d', '#776098', '#956900', '#1a7b91', '#b83a76', '#5a7a41', '#4f69d6', '#975c3d'],
  ...['#007f75', '#8d6293', '#796b00', '#36779e', '#c74056', '#3a764e', '#775ed1', '#956834', '#0f767f', '#995f83'],
  ...['#66790b', '#496c9e'],
] as const;

/** The epics of a group below the root get the colour of their group, by its place in the file. */
export async function colorDemoEpics(db: Db, { dataset, groups }: PlanningFile): Promise<void> {
  const owners = groups.filter(({ parentId }) => parentId !== null);
  const rows = owners.map(({ id }, index) => ({
    ext: `${dataset.name}:${id}`,
    color: SIG_COLORS[index % SIG_COLORS.length],
  }));
  await sql`UPDATE work_items w SET color = x.color
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (ext text, color text) JOIN groups g ON g.external_id = x.ext
    WHERE w.group_id = g.id AND w.type = 'epic'`.execute(db);
}

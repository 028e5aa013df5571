import type { RoadmapEpic, Timeframe } from '../../../../../core/roadmap/index.ts';
import { dayNumberOf, dayOfNumber } from '../../../../../core/calendar/rules.ts';
import { timeframeOf } from '../../../../../core/roadmap/index.ts';
import { epicNode, gid, type EpicNode } from '../../../../../core/roadmap/testing/answers-nodes.ts';
import { roadmapEpic } from '../../../../../core/roadmap/epic.ts';

/** The day of the ports in memory. */
const TODAY = '2026-11-21';

/** 36 months. */
export const timeframe: Timeframe = timeframeOf('THREE_YEARS', 'MONTHS', TODAY);
export const today = TODAY;

/** Height and width of the window onto the chart, and of the columns beside it: those of the product's own screen. */
export const ROW = 50;
export const CELL = 180;
export const DETAILS = 320;
export const HEADER = 56;
export const heightOf = (): number => Math.max(320, Math.min(1024, window.innerHeight - 208));

const DAYS = timeframe.end - timeframe.start + 1;
const LONGEST = 260;

/** An epic of the wire, of anything from three weeks to nine months within the 36, in no order. */
export function nodeOf(index: number): EpicNode {
  const start = timeframe.start + ((index * 7919) % (DAYS - LONGEST));
  const days = 21 + ((index * 104_729) % (LONGEST - 21));
  const [startDate, dueDate] = [dayOfNumber(start), dayOfNumber(start + days - 1)];
  const issues = 1 + ((index * 31) % 40);
  const closed = (index * 17) % (issues + 1);
  const weights = { openedIssues: 2 * (issues - closed), closedIssues: 2 * closed };
  return epicNode(index + 1, {
    title: `Epic ${index + 1} of many`,
    state: index % 11 === 5 ? 'closed' : 'opened',
    hasChildren: index % 3 === 0,
    blocked: index % 17 === 9,
    blockedByCount: index % 17 === 9 ? 1 : 0,
    startDate,
    startDateFixed: startDate,
    dueDate,
    dueDateFixed: dueDate,
    descendantCounts: {
      openedEpics: index % 3 === 0 ? 2 : 0,
      closedEpics: 0,
      openedIssues: issues - closed,
      closedIssues: closed,
    },
    descendantWeightSum: weights,
  });
}

/** As they come out of an answer: every text its own. */
export const nodesOf = (size: number): EpicNode[] =>
  JSON.parse(JSON.stringify(Array.from({ length: size }, (_, index) => nodeOf(index)))) as EpicNode[];
export const epicsOf = (size: number): RoadmapEpic[] => nodesOf(size).map(roadmapEpic);

/** What the peers are told of an epic. The end is the moment after the last day. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
  /** 0 to 1 */
  readonly progress: number;
}

/** Midnight of a day by the clock of this browser, which is what the peers count in. */
export function midnight(day: number): Date {
  const [year, month, date] = dayOfNumber(day).split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date);
}

export const tasksOf = (size: number): Task[] =>
  nodesOf(size)
    .map(roadmapEpic)
    .map(({ id, title, startDate, dueDate, descendantWeightSum: { openedIssues, closedIssues } }) => ({
      id,
      title,
      start: midnight(dayNumberOf(startDate) ?? 0),
      end: midnight((dayNumberOf(dueDate) ?? 0) + 1),
      progress: closedIssues / (openedIssues + closedIssues),
    }));

export { gid };

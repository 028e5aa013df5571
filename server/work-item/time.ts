import { DURATION_MAX, durationText, parseDuration } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** Time spent on items of projects. The estimate is a field of the item (`ItemPatch.timeEstimate`). */

/** GitLab's texts. */
export const TIME_ERRORS = {
  estimate: 'Time estimate must have a valid format and be greater than or equal to zero.',
  spent: 'Time spent must be formatted correctly. For example: 1h 30m.',
  zero: "Time spent can't be zero.",
  tooMuch: 'Time to subtract exceeds the total time spent',
  future: "Spent at can't be a future date and time.",
  summary: 'Summary is too long (maximum is 255 characters)',
  total: 'Time spent is too large',
} as const;

const SUMMARY_MAX = 255;

/** WI-15.61: the seconds of an estimate; none is 0. */
export function estimateOf(text: string): number {
  const seconds = text.trim() === '' ? 0 : parseDuration(text);
  return seconds !== null && seconds >= 0 ? seconds : refuse(400, TIME_ERRORS.estimate);
}

export interface SpentTime {
  readonly duration: string;
  /** An instant; now where there is none. */
  readonly spentAt?: string | undefined;
  readonly summary?: string | null | undefined;
}

/** WI-15.62: notes time that was spent on an item, or with a minus takes some off. Answers the id of the entry. */
export function addTimeSpent(
  store: PlanStore,
  viewer: Viewer,
  input: SpentTime & { readonly itemId: number },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const item = await tracked(change, input.itemId);
    const { duration, summary = null } = input;
    const spentAt = input.spentAt === undefined ? now : utc(input.spentAt);
    const seconds = parseDuration(duration) ?? refuse(400, TIME_ERRORS.spent);
    if (seconds === 0) refuse(400, TIME_ERRORS.zero);
    if (Date.parse(spentAt) > Date.parse(now)) refuse(400, TIME_ERRORS.future);
    if (summary !== null && [...summary].length > SUMMARY_MAX) refuse(400, TIME_ERRORS.summary);
    const total = await change.store.time.total(item.id);
    if (total + seconds < 0) refuse(400, TIME_ERRORS.tooMuch);
    if (total + seconds > DURATION_MAX) refuse(400, TIME_ERRORS.total);
    const spent = `${seconds > 0 ? 'added' : 'subtracted'} ${durationText(Math.abs(seconds))} of time spent`;
    const day = spentAt.slice(0, 10);
    noteTime(change, item, day === now.slice(0, 10) ? spent : `${spent} at ${day}`);
    const log = { itemId: item.id, userId: change.userId, seconds, spentAt, summary };
    return change.store.time.add(log, now);
  });
}

/** The same instant in UTC, which is also the zone of a time without one. */
function utc(text: string): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const isDay = !/[T ]/.test(text);
  return new Date(hasZone || isDay ? text : `${text}Z`).toISOString();
}

/** WI-15.63: takes off all that was spent. Where nothing was, nothing happens. */
export function resetTimeSpent(
  store: PlanStore,
  viewer: Viewer,
  { itemId }: { readonly itemId: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const item = await tracked(change, itemId);
    const total = await change.store.time.total(itemId);
    if (total === 0) return null;
    noteTime(change, item, 'removed time spent');
    const log = { itemId, userId: change.userId, seconds: -total, spentAt: now, summary: null };
    await change.store.time.add(log, now);
    return null;
  });
}

function noteTime(change: Change, item: Item, body: string): void {
  change.note(item, 'time_tracking', body);
  change.edited(item.id);
  change.events.add('timeTracking', item.id);
}

/** An item whose time the viewer may track. Its row is locked, so that two people do not take off the same time. */
async function tracked({ store, viewer }: Change, id: number): Promise<Item> {
  const item = (await store.items.byId(viewer, [id], { forUpdate: true })).get(id);
  if (item === undefined || item.type === 'epic') hidden();
  if (!may(viewer, 'adminIssue', item)) denied();
  return item;
}

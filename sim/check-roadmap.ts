import type { RootState, Stamped } from '@espalier/core';
import type { DatesChange, RoadmapEpic } from '@espalier/core/roadmap';
import type { ModelChange } from './server/index.ts';
import type { Network, Sent } from './network.ts';
import type { SessionLog, SimClient } from './planner-client.ts';
import { selectRoadmapStatus, selectShownEpics, selectTimeframe } from '@espalier/core/roadmap';
import { entries, get } from '@espalier/core/table';

/** The roadmap: what is checked of it, as texts of what is wrong. */

const DATES = ['startDate', 'dueDate', 'startDateIsFixed', 'dueDateIsFixed'] as const;
type DatesOf = Pick<RoadmapEpic, (typeof DATES)[number]>;
const sameDates = (a: DatesOf, b: DatesOf): boolean => DATES.every((name) => a[name] === b[name]);

/** The last question about the list is that of the view that is shown. */
export function viewFaults({ pages, session, state }: SimClient, network: Network): string[] {
  const timeframe = selectTimeframe(state);
  if (pages.roadmap === null || selectRoadmapStatus(state) !== 'ready' || timeframe === null) return [];
  const { config, view } = pages.roadmap;
  const last = network.lastSent(session, ({ what, variables }) =>
    config.epicIid === null
      ? what === 'roadmapGroupEpics'
      : // The tray of an epic's roadmap asks for its children too, whatever the time.
        what === 'epicChildEpics' && variables['iid'] === config.epicIid && variables['timeframe'] !== undefined,
  );
  if (last === undefined) return ['a roadmap is shown that nobody asked for'];
  const said: Readonly<Record<string, unknown>> = last.call.variables;
  const labels = view.filters.tokens.filter(({ key, operator }) => key === 'label' && operator === '=');
  const wanted = {
    state: view.state,
    sort: view.sort,
    timeframe: { start: timeframe.startDate, end: timeframe.endDate },
    labelName: labels.length === 0 ? undefined : labels.map(({ value }) => value),
  };
  return Object.entries(wanted).flatMap(([key, value]) =>
    JSON.stringify(said[key]) === JSON.stringify(value)
      ? []
      : [
          `the roadmap is to be that of ${key} ${JSON.stringify(value)}, and ${JSON.stringify(said[key])} was asked for`,
        ],
  );
}

interface UpdateAnswer {
  readonly updateEpic?: {
    readonly epic?: (EpicNode & { readonly ancestors?: { readonly nodes?: readonly EpicNode[] } | null }) | null;
  } | null;
}
type EpicNode = Pick<RoadmapEpic, 'id' | 'startDate' | 'dueDate'>;

/** What the server answers to a change of dates is what the roadmap holds from then on, of the epic and of those above it. */
function foldedFaults(action: Stamped, after: RootState, byKey: ReadonlyMap<string, Sent>): string[] {
  const { id: change } = action.payload as { readonly id: string };
  const epic = (byKey.get(change)?.answer?.data as UpdateAnswer | undefined)?.updateEpic?.epic;
  if (epic === undefined || epic === null) return [];
  return [epic, ...(epic.ancestors?.nodes ?? [])].flatMap(({ id, startDate, dueDate }) => {
    const held = get(after.confirmed.items, id);
    const [start, due] = [startDate?.slice(0, 10) ?? null, dueDate?.slice(0, 10) ?? null];
    return held === undefined || (held.startDate === start && held.dueDate === due)
      ? []
      : [
          `after ${change} ${id} is from ${held.startDate} to ${held.dueDate}, and the server said from ${start} to ${due}`,
        ];
  });
}

/** A change of dates is shown at once as what it is, and nothing but its epic and those above it shows other dates than before. */
function shownFaults({ payload }: Stamped, before: RootState, after: RootState): string[] {
  const { id, startDate, dueDate } = payload as DatesChange;
  const [was, is] = [selectShownEpics(before), selectShownEpics(after)];
  const epic = get(is, id);
  if (epic === undefined) return [];
  const found: string[] = [];
  const start = startDate === undefined ? get(was, id)?.startDate : startDate;
  const due = dueDate === undefined ? get(was, id)?.dueDate : dueDate;
  if (epic.startDate !== start || epic.dueDate !== due) {
    found.push(`${id} was given ${start} to ${due} and shows ${epic.startDate} to ${epic.dueDate}`);
  }
  const above = new Set<string>();
  for (let at: string | null = id; at !== null && !above.has(at); at = get(is, at)?.parentId ?? null) above.add(at);
  for (const [other, value] of entries(is)) {
    const old = get(was, other);
    if (!above.has(other) && (old === undefined || !sameDates(old, value)))
      found.push(`${other} shows other dates after ${id} was given some`);
  }
  return found;
}

/** Follows the changes of dates through the log of a session. */
export function datesFaults(log: SessionLog, sent: readonly Sent[]): string[] {
  const byKey = new Map<string, Sent>();
  // Of several tries the one that was answered.
  for (const one of sent) {
    const key = one.call.idempotencyKey;
    if (key !== undefined && (one.end === 'answered' || !byKey.has(key))) byKey.set(key, one);
  }
  return log.actions.flatMap((action, index) => {
    const [before = log.end, after = log.end] = log.before.slice(index, index + 2);
    if (action.type === 'roadmap/datesChanged/committed') return foldedFaults(action, after, byKey);
    return action.type === 'roadmap/datesChanged' ? shownFaults(action, before, after) : [];
  });
}

/** The changes of one epic by one session were made in the order in which its person made them, each under the key of its own. */
export function datesOrderFaults(
  clients: readonly SimClient[],
  sent: readonly Sent[],
  history: readonly ModelChange[],
): string[] {
  const orderOf = new Map<string, number>();
  const epicOf = new Map<string, string>();
  for (const { sessions } of clients) {
    for (const { type, payload, meta } of sessions.flatMap(({ actions }) => actions)) {
      if (type !== 'roadmap/datesChanged' || meta.id === undefined) continue;
      orderOf.set(meta.id, orderOf.size);
      epicOf.set(meta.id, (payload as DatesChange).id);
    }
  }
  const found = sent.flatMap(({ call: { what, idempotencyKey: key } }) =>
    what === 'updateEpic' && !orderOf.has(key ?? '') ? [`updateEpic was sent under ${key}, which no change has`] : [],
  );
  const last = new Map<string, string>();
  for (const { idempotencyKey: key = '' } of history) {
    const epic = epicOf.get(key);
    if (epic === undefined) continue;
    // Sessions have ids of their own: `id-0.1-7` is of session 0.1.
    const line = `${key.split('-')[1]} ${epic}`;
    const before = last.get(line);
    if (before !== undefined && (orderOf.get(before) ?? 0) > (orderOf.get(key) ?? 0)) {
      found.push(`of ${epic} ${before} was made before ${key}, which came first`);
    }
    last.set(line, key);
  }
  return found;
}

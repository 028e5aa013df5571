import type { SagaGenerator } from 'typed-redux-saga';
import type { PollAnswer } from '../polling/index.ts';
import type { PageMark, RoadmapEpic, RoadmapState } from './types.ts';
import type { Headers, PageReply, Reading, RoadmapSlices } from './saga-ask.ts';
import type { EpicsPage } from './wire.ts';
import { call, put, select } from 'typed-redux-saga';
import { poll } from '../polling/index.ts';
import { entries, get } from '../table/index.ts';
import { HTTP } from '../work-item/rules.ts';
import { isStale } from '../sync/index.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { askChildren, askMilestones, askPage, askUndated, fresh, selectRoadmap, selectStamp } from './saga-ask.ts';

/** RM-13.8: milliseconds between readings where the server names no interval. */
export const LIVE_INTERVAL = 30_000;
/** RM-13.10: questions of one round. */
export const LIVE_REQUESTS = 10;

/** A question and what becomes of its answer; null where there was nothing to ask. */
type Step = () => SagaGenerator<Headers | null>;

/** RM-13.8: what is shown is read again and again, so that other people's changes arrive. Runs as long as the readings of its view. */
export function* watchLive(reading: Reading): Generator {
  const steps: Step[] = [];
  yield* poll(reading.ports, {
    read: () => readRound(reading, steps),
    fallback: LIVE_INTERVAL,
    first: LIVE_INTERVAL,
  });
}

/** RM-13.10: the next questions of a pass over all that is shown, or the first ones of another pass. */
function* readRound(reading: Reading, steps: Step[]): SagaGenerator<PollAnswer | null> {
  const state = yield* select(selectRoadmap);
  if (state.status !== 'ready') return null;
  if (steps.length === 0) steps.push(...passOver(reading, state, steps));
  let last: Headers | null = null;
  try {
    for (let asked = 0; asked < LIVE_REQUESTS; asked += 1) {
      const step = steps.shift();
      if (step === undefined) break;
      last = (yield* call(step)) ?? last;
    }
  } catch (error) {
    steps.length = 0;
    throw error;
  }
  return last === null ? null : { status: HTTP.OK, headers: last };
}

/** The list, what is expanded, the tray, the milestones. */
function passOver(reading: Reading, { flags }: RoadmapState, steps: Step[]): readonly Step[] {
  const expanded = [...entries(flags)].filter(([, flag]) => flag.expanded).map(([id]) => id);
  return [
    listStep(reading, steps),
    ...expanded.map(
      (id): Step =>
        () =>
          readChildrenAgain(reading, id),
    ),
    () => readUndatedAgain(reading),
    () => readMilestonesAgain(reading),
  ];
}

/** An answer, or the failure thrown: a round that fails says nothing and is tried again later. */
function answered(reply: PageReply): { readonly page: EpicsPage | null; readonly headers: Headers } {
  if ('error' in reply) throw reply.error;
  return reply;
}

/** RM-13.9: page by page, with as many epics as are known; what epics say is taken in at once, which ones there are at the end. */
function listStep(reading: Reading, steps: Step[]): Step {
  const ids: string[] = [];
  let cursor: string | null = null;
  let began: readonly number[] | null = null;
  return function* step(): SagaGenerator<Headers | null> {
    const { serial } = reading;
    began ??= yield* select(selectStamp);
    const reply = yield* askPage(reading, cursor);
    if ('error' in reply && reply.error.status === HTTP.NOT_FOUND) {
      yield* put(roadmapAnswers.epicsMissing({ serial }));
      return null;
    }
    const { page, headers } = answered(reply);
    if (page === null) {
      yield* put(roadmapAnswers.epicsMissing({ serial }));
      return headers;
    }
    ids.push(...page.epics.map(({ id }) => id));
    const known = yield* select(selectRoadmap);
    const whole = !page.page.more || page.page.cursor === null || ids.length >= known.ids.length;
    // Another page of the list is on its way: it belongs to the list as it was. And a change of ours that came between two pages may have put an epic
    // from one that was still to be read onto one that had been read.
    const moved = isStale(began, yield* select(selectStamp)) || (yield* select(selectChanging));
    const list = whole && !known.loadingMore && !moved ? { ids, page: page.page } : null;
    yield* put(roadmapAnswers.epicsReadAgain({ serial, epics: page.epics, list }));
    cursor = page.page.cursor;
    if (!whole) steps.unshift(step);
    return headers;
  };
}

/** A change of dates is on its way. */
const selectChanging = ({ pending }: RoadmapSlices): boolean =>
  pending.some(({ kind }) => kind === roadmapActions.datesChanged.type);

function* readChildrenAgain(reading: Reading, parentId: string): SagaGenerator<Headers | null> {
  const { serial, parents } = reading;
  const { flags } = yield* select(selectRoadmap);
  const epic = yield* select(({ confirmed }: RoadmapSlices) => get(confirmed.roadmapEpics, parentId));
  if (epic === undefined || get(flags, parentId)?.expanded !== true || parents.has(parentId)) return null;
  const parent = { fullPath: epic.group.fullPath, iid: epic.iid };
  const { page, headers } = answered(yield* askChildren(reading, parent));
  yield* put(roadmapAnswers.childrenRead({ serial, parentId, epics: page?.epics ?? [] }));
  return headers;
}

interface Undated {
  readonly epics: readonly RoadmapEpic[];
  readonly page: PageMark;
  readonly headers: Headers;
}

/** As many pages of the tray as are known, all of them read after the last change that was answered. */
function* readUndatedAgain(reading: Reading): SagaGenerator<Headers | null> {
  const { serial } = reading;
  if ((yield* select(selectRoadmap)).tray.status !== 'ready') return null;
  const { headers, ...undated } = yield* fresh(
    () => askUndatedAgain(reading),
    () => false,
  );
  if ((yield* select(selectRoadmap)).tray.status === 'ready') {
    yield* put(roadmapAnswers.undatedRead({ serial, read: 'first', ...undated }));
  }
  return headers;
}

function* askUndatedAgain(reading: Reading): SagaGenerator<Undated> {
  const { tray } = yield* select(selectRoadmap);
  const epics: RoadmapEpic[] = [];
  for (let cursor: string | null = null; ;) {
    const { page, headers } = answered(yield* askUndated(reading, cursor));
    // The list is read from its end: a further page stands before.
    epics.unshift(...(page?.epics ?? []));
    const mark = page?.page ?? { cursor: null, more: false };
    if (mark.more && mark.cursor !== null && mark.cursor !== cursor && epics.length < tray.ids.length) {
      cursor = mark.cursor;
      continue;
    }
    return { epics, page: mark, headers };
  }
}

function* readMilestonesAgain({ ports, asking }: Reading): SagaGenerator<Headers | null> {
  const { milestones, view } = yield* select(selectRoadmap);
  if (!view.showMilestones || milestones.status !== 'ready') return null;
  const reply = yield* askMilestones(ports, asking);
  if (!reply.ok) throw reply.error;
  yield* put(roadmapAnswers.milestonesRead({ serial: milestones.serial, milestones: reply.data }));
  return reply.headers;
}

import type { UpdateEpicMutationVariables } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import type { Event } from '../store/action.ts';
import type { Intent } from '../sync/index.ts';
import type { DatesChange, RoadmapConfirmed } from './types.ts';
import { call, put, select, take } from 'typed-redux-saga';
import { UpdateEpicOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { NOTICE, noticeActions } from '../notice/index.ts';
import { withMeta, withNotice } from '../store/action.ts';
import { abortable, isAborted, isUnanswered, isWireError, messagesOf, sleep } from '../store/effects.ts';
import { alongside } from '../store/supervise.ts';
import { syncEvents } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { firstError, HTTP } from '../work-item/rules.ts';
import { roadmapActions, roadmapAlert, roadmapAnswers } from './actions.ts';
import { ROADMAP_ERRORS } from './texts.ts';
import { roadmapEpic } from './wire.ts';

/** RM-09.22: tries without an answer before a change is given up; waits between them double from the first, in milliseconds. */
export const DATES_TRIES = 5;
export const FIRST_WAIT = 1000;

interface Slices {
  readonly confirmed: RoadmapConfirmed;
  readonly pending: readonly Intent[];
}

type DatesIntent = Intent<DatesChange>;

const isDates = (intent: Intent): intent is DatesIntent => intent.kind === roadmapActions.datesChanged.type;

/** Changes that wait or are on their way, by epic. By ports, that is by planner: a line outlives its watcher. */
const linesOf = new WeakMap<Ports, Map<string, string[]>>();

/**
 * RM-09.21: of one epic one change is on its way at a time, in the order in which they were made; those of different epics go side by side. A request that
 * changes something outlives this watcher and the page.
 */
export function* watchDates(ports: Ports): Generator {
  const lines = linesOf.get(ports) ?? new Map<string, string[]>();
  linesOf.set(ports, lines);
  // Changes that nobody asks any more (of a session before this one, say) are asked again, with their keys.
  const asked = new Set([...lines.values()].flat());
  const left = yield* select(({ pending }: Slices) => pending.filter(isDates).filter(({ id }) => !asked.has(id)));
  for (const { id, payload } of left) yield* queue(ports, lines, id, payload.id);
  for (;;) {
    const { meta, payload } = yield* take(roadmapActions.datesChanged.match);
    yield* queue(ports, lines, meta.id ?? '', payload.id);
  }
}

function* queue(ports: Ports, lines: Map<string, string[]>, intentId: string, epicId: string) {
  const line = lines.get(epicId);
  if (line !== undefined) {
    line.push(intentId);
    return;
  }
  lines.set(epicId, [intentId]);
  yield* alongside({ ports, alert: crashAlert }, work, ports, lines, epicId);
}

const crashAlert = (): Event => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

/** Sends the changes of one epic, one after the other, until there is none left. */
function* work(ports: Ports, lines: Map<string, string[]>, epicId: string): Generator {
  const line = lines.get(epicId) ?? [];
  for (let intentId = line[0]; intentId !== undefined; intentId = line[0]) {
    try {
      yield* sendDates(ports, intentId);
    } catch (error) {
      ports.log.error('A change of dates failed in a way that it does not know', error);
      const intent = yield* select(selectIntent(intentId));
      if (intent !== undefined) yield* put(refused(intent, null));
    }
    line.shift();
  }
  lines.delete(epicId);
}

const selectIntent =
  (intentId: string) =>
  ({ pending }: Slices): DatesIntent | undefined =>
    pending.find((intent): intent is DatesIntent => intent.id === intentId && isDates(intent));

/** Sends one change until it is answered. */
function* sendDates(ports: Ports, intentId: string): Generator {
  const intent = yield* select(selectIntent(intentId));
  if (intent === undefined) return;
  const input = inputOf(yield* select((state: Slices) => state.confirmed), intent.payload);
  if (input === null) {
    yield* put(refused(intent, null));
    return;
  }
  for (let tries = 1; ; tries += 1) {
    yield* put(syncEvents.intentSent({ intentId }));
    try {
      const { data } = yield* call(() =>
        abortable(ports.graphql.request(UpdateEpicOperation, { input }, { idempotencyKey: intentId })),
      );
      const answer = data.updateEpic;
      const error = answer === null ? ROADMAP_ERRORS.dates : firstError(answer.errors);
      yield* put(error === null ? confirmed(intent, answer?.epic ?? null) : refused(intent, error));
      return;
    } catch (error) {
      const wait = waitBefore(error, tries);
      if (wait === null) {
        yield* put(refused(intent, firstError(messagesOf(error))));
        return;
      }
      if (!isWireError(error) || error.kind !== 'http') yield* put(syncEvents.intentUnknown({ intentId }));
      yield* call(sleep, ports.clock, wait);
    }
  }
}

/** RM-09.22: without an answer the same key is sent again; a server that is busy is asked again when it says so. Null: it is an answer. */
function waitBefore(error: unknown, tries: number): number | null {
  if (tries >= DATES_TRIES) return null;
  const wait = FIRST_WAIT * 2 ** (tries - 1);
  if (isUnanswered(error) || isAborted(error)) return wait;
  const busy = isWireError(error) && (error.status === HTTP.TOO_MANY_REQUESTS || error.status === HTTP.UNAVAILABLE);
  return busy ? (error.retryAfter ?? wait) : null;
}

/** The wire's own update of an epic: what is given becomes the fixed date. Null where the epic is not known. */
function inputOf(
  { roadmapEpics }: RoadmapConfirmed,
  { id, startDate, dueDate }: DatesChange,
): UpdateEpicMutationVariables['input'] | null {
  const epic = get(roadmapEpics, id);
  if (epic === undefined) return null;
  return {
    groupPath: epic.group.fullPath,
    iid: epic.iid,
    ...(startDate === undefined ? {} : { startDateIsFixed: true, startDateFixed: startDate }),
    ...(dueDate === undefined ? {} : { dueDateIsFixed: true, dueDateFixed: dueDate }),
  };
}

type Answered = Parameters<typeof roadmapEpic>[0] & {
  readonly ancestors: { readonly nodes: ReadonlyArray<Parameters<typeof roadmapEpic>[0] | null> | null } | null;
};

/** RM-09.23: folds the change and what the server says of the epic and those above it, and drops the intent, in one action. */
const confirmed = ({ id }: DatesIntent, epic: Answered | null): Event =>
  withMeta(
    roadmapAnswers.datesConfirmed({
      intentId: id,
      epics: epic === null ? [] : [epic, ...nodesOf(epic.ancestors)].map(roadmapEpic),
    }),
    { settles: { intentId: id, as: 'confirmed' } },
  );

/** RM-09.23: drops the intent and raises the alert in one action; the server's own words stand below our text. */
const refused = ({ id, payload }: DatesIntent, error: string | null): Event =>
  withNotice(
    withMeta(roadmapAnswers.datesRefused({ intentId: id, id: payload.id }), {
      settles: { intentId: id, as: 'refused' },
    }),
    roadmapAlert(ROADMAP_ERRORS.dates, error),
  );

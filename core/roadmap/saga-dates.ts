import type { UpdateEpicMutationVariables } from '../api/generated/operations.ts';
import type { Event } from '../store/action.ts';
import type { Intent } from '../sync/index.ts';
import type { DatesChange, RoadmapConfirmed } from './types.ts';
import { call } from 'typed-redux-saga';
import { UpdateEpicOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { NOTICE, noticeActions } from '../notice/index.ts';
import { withMeta, withNotice } from '../store/action.ts';
import { abortable, messagesOf } from '../store/effects.ts';
import { createLine } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { roadmapActions, roadmapAlert, roadmapAnswers } from './actions.ts';
import { fixedDates } from './intents.ts';
import { ROADMAP_ERRORS } from './texts.ts';
import { roadmapEpic } from './wire.ts';

interface Slices {
  readonly confirmed: RoadmapConfirmed;
}

type DatesIntent = Intent<DatesChange>;

/** RM-09.21 and RM-09.22: the changes of dates, one at a time of each epic (RP-02.20). */
export const watchDates = createLine<Slices, DatesChange>({
  kinds: [roadmapActions.datesChanged.type],
  keyOf: ({ payload }) => payload.id,
  request: ({ confirmed }, intent, { graphql }) => {
    const input = inputOf(confirmed, intent.payload);
    if (input === null) return null;
    return function* () {
      const { data } = yield* call(() =>
        abortable(graphql.request(UpdateEpicOperation, { input }, { idempotencyKey: intent.id })),
      );
      const answer = data.updateEpic;
      const error = answer === null ? ROADMAP_ERRORS.dates : firstError(answer.errors);
      return error === null ? accepted(intent, answer?.epic ?? null) : refused(intent, error);
    };
  },
  refused: (intent, error) => refused(intent, firstError(messagesOf(error))),
  crashed: () => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' }),
});

/** The wire's own update of an epic: what is given becomes the fixed date. Null where the epic is not known. */
function inputOf({ roadmapEpics }: RoadmapConfirmed, change: DatesChange): UpdateEpicMutationVariables['input'] | null {
  const epic = get(roadmapEpics, change.id);
  if (epic === undefined) return null;
  return {
    groupPath: epic.group.fullPath,
    iid: epic.iid,
    ...fixedDates(change),
  };
}

type Answered = Parameters<typeof roadmapEpic>[0] & {
  readonly ancestors: { readonly nodes: ReadonlyArray<Parameters<typeof roadmapEpic>[0] | null> | null } | null;
};

/** RM-09.23: folds the change and what the server says of the epic and those above it, and drops the intent, in one action. */
const accepted = ({ id }: DatesIntent, epic: Answered | null): Event =>
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

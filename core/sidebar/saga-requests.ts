import type { EpicFieldsUpdateMutation, EpicFieldsUpdateMutationVariables } from '../api/generated/operations.ts';
import type { EpicFields } from '../epic/actions.ts';
import type { Ports } from '../ports/index.ts';
import type { Event } from '../store/action.ts';
import type { Intent, LineRequest } from '../sync/index.ts';
import type { SidebarRoot } from './select-root.ts';
import type {
  ColorChange,
  DateChange,
  EpicRef,
  LabelsChange,
  SidebarEpic,
  SubscriptionChange,
  TodoChange,
} from './types.ts';
import { call } from 'typed-redux-saga';
import { EpicFieldsUpdateOperation, EpicSetSubscriptionOperation } from '../api/generated/operations.ts';
import { epicActions, epicAlert, type ConfidentialityChange } from '../epic/actions.ts';
import { NOTICE, noticeActions } from '../notice/index.ts';
import { cursorOfNext } from '../api/wire-parts.ts';
import { abortable, isUncertain, messagesOf, withMeta, withNotice } from '../store/index.ts';
import { createLine } from '../sync/index.ts';
import { firstError, numericId } from '../work-item/rules.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { sidebarIntents } from './intents.ts';
import { confirmedEpic } from './select-root.ts';
import { SIDEBAR_ERRORS } from './texts.ts';
import { changedLabels } from './rules.ts';
import { fieldsOf } from './wire.ts';

type Edit = Intent<EpicRef>;
type Parts = ReturnType<typeof fieldsOf> & Pick<SidebarEpic, 'color' | 'textColor'> & { readonly moreLabels: boolean };

/** How one kind of edit is sent, and what of the answer is taken in: its own field, for those of other edits may be older than what is known. */
interface Sending<P extends EpicRef> {
  /** The line of the epic in which it stands. */
  field(payload: P): string;
  error(payload: P): string;
  request(intent: Intent<P>, ports: Ports, known: SidebarEpic | null): LineRequest | null;
}

/** EP-06 to EP-13: one edit of a field is on its way at a time, those of different fields go side by side. */
export const watchRequests = createLine<SidebarRoot, EpicRef>({
  kinds: Object.keys(sidebarIntents),
  keyOf: (intent) => `${intent.payload.id} ${sendingOf(intent).field(intent.payload)}`,
  request: (root, intent, ports) => sendingOf(intent).request(intent, ports, confirmedEpic(root, intent.payload.id)),
  refused: (intent, error) => refused(intent, firstError(messagesOf(error)), isUncertain(error)),
  crashed: () => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' }),
});

const sendingOf = ({ kind }: Edit): Sending<EpicRef> => SENDINGS[kind] as Sending<EpicRef>;

const settled = <P>(intent: Edit, answer: Event<P>): Event<P> =>
  withMeta(answer, { settles: { intentId: intent.id, as: 'confirmed' } });

/** RP-02.8: drops the edit and raises the specified alert in one action; the server's own words stand below it. */
function refused(intent: Edit, detail: string | null, unknown = false): Event {
  const { id, payload } = intent;
  const answer = sidebarAnswers.editRefused({ intentId: id, id: payload.id, unknown });
  return withNotice(
    withMeta(answer, { settles: { intentId: id, as: 'refused' } }),
    epicAlert(sendingOf(intent).error(payload), detail),
  );
}

type Input = Omit<EpicFieldsUpdateMutationVariables['input'], 'groupPath' | 'iid'>;
type Answered = EpicFieldsUpdateMutation['updateEpic'];

/** An edit by `updateEpic`. */
const update =
  <P extends EpicRef>(inputOf: (payload: P) => Input, saved: (payload: P, parts: Parts) => Event) =>
  (intent: Intent<P>, { graphql }: Ports): LineRequest => {
    const { groupPath, iid } = intent.payload;
    const input = { groupPath, iid, ...inputOf(intent.payload) };
    return function* () {
      const { data } = yield* call(() =>
        abortable(graphql.request(EpicFieldsUpdateOperation, { input }, { idempotencyKey: intent.id })),
      );
      return answered(intent, data.updateEpic, (parts) => saved(intent.payload, parts));
    };
  };

function answered(intent: Edit, answer: Answered, saved: (parts: Parts) => Event): Event {
  const error = firstError(answer?.errors);
  if (answer === null || error !== null || answer.epic === null) return refused(intent, error);
  const { color, textColor } = answer.epic;
  const moreLabels = cursorOfNext(answer.epic.labels) !== null;
  return settled(intent, saved({ ...fieldsOf(answer.epic), color, textColor, moreLabels }));
}

const fieldsSaved = ({ id }: EpicRef, fields: EpicFields): Event => epicActions.epicFieldsSaved({ id, fields });

const dates: Sending<DateChange> = {
  field: ({ field }) => field,
  error: ({ field }) => SIDEBAR_ERRORS[field],
  request: update(
    ({ field, isFixed, fixed }) =>
      field === 'start'
        ? { startDateIsFixed: isFixed, ...(fixed === undefined ? {} : { startDateFixed: fixed }) }
        : { dueDateIsFixed: isFixed, ...(fixed === undefined ? {} : { dueDateFixed: fixed }) },
    (payload, parts) => fieldsSaved(payload, { [payload.field]: parts[payload.field] }),
  ),
};

const labels: Sending<LabelsChange> = {
  field: () => 'labels',
  error: () => SIDEBAR_ERRORS.updateLabels,
  request: (intent, ports, known) =>
    update<LabelsChange>(
      ({ add, remove }) => ({
        ...(add.length === 0 ? {} : { addLabelIds: add.map(({ id }) => id) }),
        ...(remove.length === 0 ? {} : { removeLabelIds: remove }),
      }),
      // EP-08.15
      (payload, parts) => {
        const isPart = parts.moreLabels && known !== null;
        return fieldsSaved(payload, { labels: isPart ? changedLabels(known.labels, payload) : parts.labels });
      },
    )(intent, ports),
};

const color: Sending<ColorChange> = {
  field: () => 'color',
  error: () => SIDEBAR_ERRORS.updateColor,
  request: update(
    (payload) => ({ color: payload.color }),
    ({ id }, parts) => sidebarAnswers.colorSaved({ id, color: parts.color, textColor: parts.textColor }),
  ),
};

const confidentiality: Sending<ConfidentialityChange> = {
  field: () => 'confidential',
  error: () => SIDEBAR_ERRORS.confidentiality,
  request: update(
    ({ confidential }) => ({ confidential }),
    (payload, parts) => fieldsSaved(payload, { confidential: parts.confidential }),
  ),
};

const subscription: Sending<SubscriptionChange> = {
  field: () => 'subscribed',
  error: () => SIDEBAR_ERRORS.subscription,
  request: (intent, { graphql }) => {
    const { id, groupPath, iid, subscribed } = intent.payload;
    const input = { groupPath, iid, subscribedState: subscribed };
    return function* () {
      const { data } = yield* call(() =>
        abortable(graphql.request(EpicSetSubscriptionOperation, { input }, { idempotencyKey: intent.id })),
      );
      const answer = data.epicSetSubscription;
      const error = firstError(answer?.errors);
      if (answer === null || error !== null || answer.epic === null) return refused(intent, error);
      return settled(intent, sidebarAnswers.subscriptionSaved({ id, subscribed: answer.epic.subscribed }));
    };
  },
};

/** EP-06.2: adding answers where the to-do is deleted. What is so already is not asked for. */
const todo: Sending<TodoChange> = {
  field: () => 'todo',
  error: ({ exists }) => (exists ? SIDEBAR_ERRORS.addTodo : SIDEBAR_ERRORS.deleteTodo),
  request: (intent, { rest }, known) => {
    const { id, exists, todoPath } = intent.payload;
    const deletePath = known?.todo.deletePath ?? null;
    const options = { idempotencyKey: intent.id };
    const saved = (path: string | null): Event =>
      settled(intent, sidebarAnswers.todoSaved({ id, exists, deletePath: path }));
    if (exists) {
      const number = numericId(id);
      const body = { issuable_id: number, issuable_type: 'epic' };
      return function* () {
        const { data } = yield* call(() =>
          abortable(rest.request<TodoAnswer>({ method: 'POST', path: todoPath, body }, options)),
        );
        const path = data?.delete_path;
        return typeof path === 'string' ? saved(path) : refused(intent, null);
      };
    }
    if (deletePath === null) return known?.todo.exists === false ? () => done(saved(null)) : null;
    return function* () {
      yield* call(() => abortable(rest.request({ method: 'DELETE', path: deletePath }, options)));
      return saved(null);
    };
  },
};

type TodoAnswer = { readonly count?: number; readonly delete_path?: unknown } | null;

// eslint-disable-next-line require-yield -- a request that asks nobody
function* done(answer: Event) {
  return answer;
}

const SENDINGS: Readonly<Record<string, Sending<never>>> = {
  [sidebarActions.dateChanged.type]: dates,
  [sidebarActions.labelsChanged.type]: labels,
  [sidebarActions.colorChanged.type]: color,
  [sidebarActions.subscriptionChanged.type]: subscription,
  [sidebarActions.todoChanged.type]: todo,
  [epicActions.epicConfidentialityChanged.type]: confidentiality,
};

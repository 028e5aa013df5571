import type { AwardPartsFragment, EpicAwardsQuery, ItemExtrasQuery } from '../../api/generated/operations.ts';
import type { Answer, Operation, Ports } from '../../ports/index.ts';
import type { AnyAction } from '../../store/action.ts';
import type { Extras, ExtrasSubject } from './actions.ts';
import type { ExtrasRoot } from './mutations.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { call } from 'typed-redux-saga';
import { EpicAwardsOperation, ItemExtrasOperation } from '../../api/generated/operations.ts';
import { cursorOfNext, nodesOf, workItemId } from '../../api/wire-parts.ts';
import { recordKeys } from '../../entities/index.ts';
import { leftOpenBy } from '../../mutation/index.ts';
import { observe, query } from '../../query/index.ts';
import { abortable } from '../../store/effects.ts';
import { ITEM_INTERVAL } from '../slice.ts';
import { extrasActions, extrasRead, ownEdits } from './actions.ts';

type Wire = ItemExtrasQuery | EpicAwardsQuery;

type Awards = AwardPartsFragment | null | undefined;

/** The first answer, and the reactions that did not fit into it. */
interface Pages {
  readonly first: Wire;
  readonly further: readonly Awards[];
}

/** WI-07.64: of a thing with more reactions than this only the oldest are shown. */
const AWARD_PAGES = 10;

function request({ id, epic }: ExtrasSubject, after: string | null) {
  const from = after === null ? {} : { after };
  return epic === null
    ? { operation: ItemExtrasOperation, variables: { id: workItemId(id), ...from } }
    : { operation: EpicAwardsOperation, variables: { ...epic, ...from } };
}

function awardsOf(answer: Wire): Awards {
  if ('group' in answer) return answer.group?.epic?.awardEmoji;
  return answer.workItem?.widgets?.flatMap((widget) => ('awardEmoji' in widget ? (widget.awardEmoji ?? []) : []))[0];
}

/** What is the viewer's own of an item of a project; of an epic it stands in its sidebar. */
function ownOf(answer: Wire): Pick<Extras, 'subscribed' | 'todo'> {
  if ('group' in answer) return {};
  const widgets = answer.workItem?.widgets ?? [];
  const todos = widgets.flatMap((widget) => ('currentUserTodos' in widget ? nodesOf(widget.currentUserTodos) : []));
  const [subscribed = null] = widgets.flatMap((widget) => ('subscribed' in widget ? [widget.subscribed] : []));
  return { todo: { exists: todos.length > 0, deletePath: null }, subscribed };
}

const extras = query<ExtrasSubject, Pages, Extras>(extrasRead, {
  *read({ graphql }: Ports, subject): SagaGenerator<Answer<Pages>> {
    const further: Awards[] = [];
    let first: Answer<Wire> | null = null;
    for (let after: string | null = null; ;) {
      const { operation, variables } = request(subject, after);
      const answer: Answer<Wire> = yield* call(() =>
        abortable(graphql.request(operation as Operation<Wire, object>, variables)),
      );
      if (first === null) first = answer;
      else further.push(awardsOf(answer.data));
      after = cursorOfNext(awardsOf(answer.data));
      if (after === null || further.length + 1 >= AWARD_PAGES)
        return { ...first, data: { first: first.data, further } };
    }
  },
  decode({ first, further }) {
    const awards = awardsOf(first);
    if (awards === null || awards === undefined) return null;
    const given = [awards, ...further].flatMap(nodesOf);
    return {
      ...ownOf(first),
      awards: given.map(({ name, user }) => ({ emoji: name, userId: user.id })),
      people: given.map(({ user }) => user),
    };
  },
  readsVersionsOf: ({ id }) => recordKeys(id, ['awards', 'subscribed', 'todo']),
  failure: () => 'The reactions could not be read.',
  poll: { fallback: ITEM_INTERVAL },
});

/** What the server tells of changes of what is read here. */
const KINDS: ReadonlySet<string> = new Set(['awards']);

const CHANGES = [extrasActions.reactionToggled, ...Object.values(ownEdits)];

/** Reads what is shown, for as long as it is. */
export const itemExtrasSaga = (ports: Ports) =>
  observe(ports, extras, {
    params: ({ itemExtras: { shown } }: ExtrasRoot) => shown,
    opened: extrasActions.opened.type,
    concerns: ({ id }, action) => !extrasActions.opened.match(action) || action.payload.id === id,
    changes: extrasActions.closed.type,
    again: extrasActions.retried.type,
    stale: (action: AnyAction, { id }: ExtrasSubject) => leftOpenBy(CHANGES, action) === id,
    pushes: { topic: (_, { id }) => id, follows: (kind) => KINDS.has(kind) },
  });

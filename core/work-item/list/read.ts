import { type SagaGenerator, all, call } from 'typed-redux-saga';
import type { Answer, Operation, Ports } from '../../ports/index.ts';
import { abortable } from '../../store/effects.ts';
import type { ItemReading, ItemRecords, WorkItem } from '../entity.ts';
import type { AnyAction } from '../../store/action.ts';
import { failureText } from '../../access/failures.ts';
import { named } from '../../frame/index.ts';
import { observe, query } from '../../query/index.ts';
import { get, type Table } from '../../table/index.ts';
import { searchTerm } from '../rules/search.ts';
import {
  type itemList,
  type ListAnswer,
  type ListAsked,
  type ListPageInfo,
  type ListPlace,
  type ListState,
  NO_PAGES,
} from './list.ts';

/** How a list is read. The code comes with its page. */

/** Items of one page of a list. */
const LIST_PAGE = 20;

/** AP-14.70: what is told apart by its assignees is open. */
const stateOf = (state: ListState) => (state === 'unstarted' || state === 'ongoing' ? 'opened' : state);

/**
 * RL-12.20: the search is sent as RL-12.3 says. RL-12.43: no labels are no condition. The page before a cursor is the last one of the items before it.
 */
const listVariables = <S extends string>({ place, query }: ListAsked<S>) => ({
  fullPath: place.fullPath,
  search: searchTerm(query.search),
  state: stateOf(query.state),
  sort: query.sort,
  // mutant: list-forgets-its-labels
  labelName: query.labels.length === 0 ? null : query.labels,
  // mutant: list-first-page-again
  ...(query.before === null ? { first: LIST_PAGE, after: query.after } : { last: LIST_PAGE, before: query.before }),
});

/** Milliseconds of silence after the last keystroke before a search is sent (GitLab's general debounce). */
const SEARCH_DELAY = 250;

const itemsIn = (state: object): Table<WorkItem> => (state as { readonly confirmed: ItemRecords }).confirmed.items;

type Count = { readonly count: number } | null;
type Counted = { readonly [S in 'opened' | 'closed']: Count } & { readonly [S in 'unstarted' | 'ongoing']?: Count };

/** The common part of the answers of the wire. */
export const listAnswer = (
  fullName: string,
  { opened, closed, unstarted, ongoing }: Counted,
  items: { readonly pageInfo: ListPageInfo } | null,
  rows: readonly ItemReading[],
): ListAnswer => ({
  fullName,
  rows,
  // mutant: counts-exchanged
  counts: {
    opened: opened?.count ?? 0,
    closed: closed?.count ?? 0,
    ...(unstarted && { unstarted: unstarted.count }),
    ...(ongoing && { ongoing: ongoing.count }),
  },
  page: items?.pageInfo ?? NO_PAGES,
});

interface ListPlan<S extends string, A, B> {
  operation(place: ListPlace): Operation<A, ReturnType<typeof listVariables<S>>>;
  /** More numbers of the same list, in an operation of their own: together they would cost the server more than one may. Null: there are none. */
  counts?(place: ListPlace): Operation<B, Record<string, unknown>> | null;
  /** What is asked for besides. */
  narrowed?(asked: ListAsked<S>): object;
  /** Null: the group or project does not exist, or may not be seen. */
  decode(answer: A, place: ListPlace, counts: B | null): ListAnswer | null;
  /** Where the server failed without a text of its own. */
  readonly failure: string;
  /** RP-02.165: after these another item may belong to the list, or one fewer. */
  readonly changedBy: readonly string[] | ((action: AnyAction, asked: ListAsked<S>) => boolean);
}

interface Both<A, B> {
  readonly list: A;
  readonly counts: B | null;
}

/** What narrows the list, whichever page and state of it is shown. */
const countVariables = ({
  state: _state,
  sort: _sort,
  first: _first,
  last: _last,
  after: _after,
  before: _before,
  assigneeWildcardId: _assignees,
  ...narrowing
}: Readonly<Record<string, unknown>>): Record<string, unknown> => narrowing;

/** The watcher of a list. */
export function listSaga<N extends string, S extends string, A, B = never>(
  { page: name, asked: params, actions: { opened, retried } }: ReturnType<typeof itemList<N, S>>,
  plan: ListPlan<S, A, B>,
) {
  /** RP-02.145 to RP-02.148, RP-02.163, RP-02.164 */
  const page = query<ListAsked<S>, Both<A, B>, ListAnswer>(name, {
    *read({ graphql }, asked): SagaGenerator<Answer<Both<A, B>>> {
      const variables = { ...listVariables(asked), ...plan.narrowed?.(asked) };
      const counts = plan.counts?.(asked.place) ?? null;
      const read = yield* all({
        list: call(() => abortable(graphql.request(plan.operation(asked.place), variables))),
        counts: call(() =>
          counts === null ? Promise.resolve(null) : abortable(graphql.request(counts, countVariables(variables))),
        ),
      });
      return { ...read.list, data: { list: read.list.data, counts: read.counts?.data ?? null } };
    },
    decode: ({ list, counts }, { place }) => plan.decode(list, place, counts),
    also: ({ fullName }, { place: { fullPath } }): SagaGenerator<unknown> => named({ fullPath, fullName }),
    /** RP-02.267: one of the items has changed meanwhile. */
    isOvertaken: ({ rows }, before, now) => rows.some(({ id }) => get(itemsIn(before), id) !== get(itemsIn(now), id)),
    /** RP-02.163: a changed search is debounced. */
    delay: (asked, before) => (before === null || before.query.search === asked.query.search ? 0 : SEARCH_DELAY),
    failure: (error) => failureText(error, plan.failure),
  });
  return (ports: Ports) =>
    observe(ports, page, { params, opened: opened.type, again: retried.type, stale: plan.changedBy });
}

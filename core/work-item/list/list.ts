import type { PagePartsFragment } from '../../api/generated/operations.ts';
import type { Step } from '../../store/domain.ts';
import type { GlobalId } from '../types.ts';
import { queryName } from '../../query/index.ts';
import { reducerOf, userAction, type Stamped } from '../../store/action.ts';
import { recordsOf, sameData } from '../../entities/index.ts';
import { withItems, type ItemReading, type ItemRecords } from '../entity.ts';

/** A list of items whose address is its query. The epics of a group and the issues of a group or project differ in what they ask for and in their orders. */

/** The last two are of a milestone's items: open, and somebody's or nobody's. */
export type ListState = 'opened' | 'closed' | 'all' | 'unstarted' | 'ongoing';

/** Which page of which items a list shows; `after` and `before` are cursors of the server, at most one of them set. */
export interface ListQuery<S extends string = string> {
  readonly search: string;
  readonly state: ListState;
  readonly sort: S;
  /** Titles of labels, each once; an item has all of them. `None` and `Any` stand for no label and for some label. */
  readonly labels: readonly string[];
  /** The name of who the items are assigned to; absent: anybody, or nobody. */
  readonly assignee?: string;
  readonly after: string | null;
  readonly before: string | null;
}

/** Whose items a list shows, those of subgroups included. */
export interface ListPlace {
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
  /** Only what has this milestone. */
  readonly milestone?: { readonly id: GlobalId; readonly title: string };
  /** Only what has this iteration. */
  readonly iteration?: { readonly id: GlobalId };
}

export const samePlace = (a: ListPlace | null, b: ListPlace): boolean => sameData(a, b);

/** A list and the page of it that its address names. */
export interface ListAsked<S extends string> {
  readonly place: ListPlace;
  readonly query: ListQuery<S>;
}

/** Two addresses of the same page of the same list. */
export const sameQuery = (a: ListQuery, b: ListQuery): boolean => sameData(a, b);

export type ListPageInfo = PagePartsFragment;

export const NO_PAGES: ListPageInfo = {
  startCursor: null,
  endCursor: null,
  hasNextPage: false,
  hasPreviousPage: false,
};

/** One page of a list. */
export interface ListAnswer {
  /** Of the group or project, names from the top down. */
  readonly fullName: string;
  readonly rows: readonly ItemReading[];
  /** How many items the filter finds, by state. */
  readonly counts: Readonly<Record<'opened' | 'closed', number>> &
    Readonly<Partial<Record<'unstarted' | 'ongoing', number>>>;
  readonly page: ListPageInfo;
}

export interface ItemListState<S extends string> {
  /** Null: no list was opened. */
  readonly place: ListPlace | null;
  readonly fullName: string | null;
  /** As asked for; `shown` is the query that `ids` answer. */
  readonly query: ListQuery<S>;
  readonly shown: ListQuery<S> | null;
  /** The labels of `query`, as far as an item of the list has had them. */
  readonly labels: readonly GlobalId[];
  readonly ids: readonly GlobalId[];
  /** By the filter of `shown`. */
  readonly counts: ListAnswer['counts'] | null;
  readonly page: ListPageInfo;
}

/** RL-12.44: the list with the labels of its query, as its rows have them, else as they were known before: the next rows may be none. */
function withLabelsSeen<S extends string>(list: ItemListState<S>, { items, labels }: ItemRecords): ItemListState<S> {
  const ids = [...recordsOf(items, list.ids).flatMap((item) => item.labels ?? []), ...list.labels];
  const seen = recordsOf(labels, [...new Set(ids)]);
  return {
    ...list,
    labels: list.query.labels.flatMap((title) => seen.find((label) => label.title === title)?.id ?? []),
  };
}

/** A kind of list, under its name in the state: its actions, the name of its query, and what the planner wires. `sort`: the order unless another one is asked for. */
export function itemList<N extends string, S extends string>(name: N, sort: S) {
  type Root = { readonly [K in N]: ItemListState<S> };
  /** RP-02.141, RP-02.161 */
  const defaults: ListQuery<S> = {
    search: '',
    state: 'opened',
    sort,
    labels: [],
    after: null,
    before: null,
  };
  const initial: ItemListState<S> = {
    place: null,
    fullName: null,
    query: defaults,
    shown: null,
    labels: [],
    ids: [],
    counts: null,
    page: NO_PAGES,
  };
  const actions = {
    /** The view calls it for every address of the list: the address is the query. */
    opened: userAction<ListAsked<S>>(`${name}/opened`),
    retried: userAction(`${name}/retried`),
  };
  /** The query record (read.ts) comes with the page. */
  const page = queryName<ListAsked<S>, ListAnswer>(
    `${name}/page`,
    ({ place: { kind, fullPath } }) => `${kind} ${fullPath}`,
  );
  const reducer = reducerOf(initial, (on) => {
    on(actions.opened, (state, { place, query: asked }) => {
      const known = samePlace(state.place, place) && state.shown !== null ? state : initial;
      return { ...known, place, query: asked };
    });
    on(page.received, (state, { params, data: { rows, ...rest } }) => {
      const isAsked =
        // mutant: list-takes-an-older-answer, also
        samePlace(state.place, params.place) && sameQuery(state.query, params.query);
      return isAsked ? { ...state, ...rest, shown: params.query, ids: rows.map(({ id }) => id) } : state;
    });
    on(page.failed, (state, { params: { place }, missing }) =>
      missing && samePlace(state.place, place) ? { ...initial, place } : state,
    );
  });
  /** The list that the address asks for; null: none was opened. */
  const asked = (state: Root): ListAsked<S> | null => {
    const { place, query: wanted } = state[name];
    return place === null ? null : { place, query: wanted };
  };
  const domain = {
    name,
    reducer,
    reduceConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C =>
      page.received.match(action) ? withItems(confirmed, action.payload.data.rows) : confirmed,
    holds: (state: Root) => [...state[name].ids, ...state[name].labels],
    leaves: [actions.opened.type],
    afterReduce: (list: ItemListState<S>, action: Stamped, { after }: Step<{ readonly confirmed: ItemRecords }>) =>
      actions.opened.match(action) || page.received.match(action) ? withLabelsSeen(list, after.confirmed) : list,
  } as const;
  return { name, defaults, initial, actions, page, asked, domain } as const;
}

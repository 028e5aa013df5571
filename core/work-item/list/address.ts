import type { ListQuery, ListState } from './list.ts';

/** The query of a list as an address and back, and the queries that a list leads to. */

/** What a kind of list shows unless asked otherwise, and the orders that it knows. */
export interface ListKind<S extends string> {
  readonly defaults: ListQuery<S>;
  readonly sorts: readonly { readonly value: S; readonly label: string }[];
  readonly states?: typeof LIST_STATES;
  /** RL-12.85: it can be filtered by who its items are assigned to. */
  readonly byAssignee?: boolean;
}

export const LIST_STATES: readonly { readonly value: ListState; readonly label: string }[] = [
  { value: 'opened', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
];

/** AP-14.70: of a milestone's items. */
export const TIMEBOX_STATES: typeof LIST_STATES = [
  { value: 'all', label: 'All' },
  { value: 'unstarted', label: 'Unstarted' },
  { value: 'ongoing', label: 'Ongoing' },
  { value: 'closed', label: 'Completed' },
];

/** The parameters of an address in their order, as `URLSearchParams` gives and takes them. */
export type UrlParams = Iterable<readonly [name: string, value: string]>;

/** One parameter for each label. */
const LABEL_PARAM = 'label_name[]';

const ASSIGNEE_PARAM = 'assignee_username[]';

/** What can be the name of an account. */
const USERNAME = /^[\w.-]{1,255}$/;

/** No label has a longer title. */
const LABEL_TITLE_MAX = 255;

/** RL-12.41: blank titles, titles that no label can have, and repetitions are dropped. */
const labelsOf = (titles: readonly string[]): readonly string[] => {
  const isReal = (title: string) => title !== '' && title.length <= LABEL_TITLE_MAX && !title.includes('\0');
  return [...new Set(titles.map((title) => title.trim()).filter(isReal))];
};

/** RP-02.142, RL-12.41: unknown values mean the defaults; a page can only lie after a cursor or before one. */
export function listQueryFromUrl<S extends string>(
  { defaults, sorts, states = LIST_STATES, byAssignee = false }: ListKind<S>,
  params: UrlParams,
): ListQuery<S> {
  const pairs = [...params];
  const one = new Map(pairs);
  const state = states.find(({ value }) => value === one.get('state'))?.value ?? defaults.state;
  const sort = sorts.find(({ value }) => value.toLowerCase() === one.get('sort')?.toLowerCase())?.value;
  const after = one.get('after') || null;
  const assignee = byAssignee ? one.get(ASSIGNEE_PARAM) : undefined;
  return {
    search: one.get('search') ?? '',
    state,
    sort: sort ?? defaults.sort,
    labels: labelsOf(pairs.filter(([name]) => name === LABEL_PARAM).map(([, title]) => title)),
    ...(assignee !== undefined && USERNAME.test(assignee) && { assignee }),
    after,
    before: after === null ? one.get('before') || null : null,
  };
}

/** RP-02.142, RL-12.41: the parameters of a query in their order, without those that say what is the default anyway. */
export function listQueryToUrl<S extends string>(
  { defaults }: ListKind<S>,
  query: ListQuery<S>,
): [name: string, value: string][] {
  const params: [string, string][] = [];
  if (query.search.trim() !== '') params.push(['search', query.search]);
  if (query.state !== defaults.state) params.push(['state', query.state]);
  if (query.sort !== defaults.sort) params.push(['sort', query.sort.toLowerCase()]);
  for (const title of query.labels) params.push([LABEL_PARAM, title]);
  if (query.assignee !== undefined) params.push([ASSIGNEE_PARAM, query.assignee]);
  if (query.after !== null) params.push(['after', query.after]);
  else if (query.before !== null) params.push(['before', query.before]);
  return params;
}

const fromTheStart = <S extends string>(query: ListQuery<S>, change: Partial<ListQuery<S>>): ListQuery<S> => ({
  ...query,
  ...change,
  after: null,
  before: null,
});

/** RP-02.143, RL-12.42: another search, state, order or label starts again at the first page. */
export const withSearch = <S extends string>(query: ListQuery<S>, search: string) => fromTheStart(query, { search });
export const withState = <S extends string>(query: ListQuery<S>, state: ListState) => fromTheStart(query, { state });
export const withSort = <S extends string>(query: ListQuery<S>, sort: S) => fromTheStart(query, { sort });
/** One more label, after those that are there; one that is there stays where it is. */
export const withLabelTitle = <S extends string>(query: ListQuery<S>, title: string) =>
  fromTheStart(query, { labels: labelsOf([...query.labels, title]) });
export const withoutLabelTitle = <S extends string>(query: ListQuery<S>, title: string) =>
  fromTheStart(query, { labels: query.labels.filter((label) => label !== title) });
/** RL-12.85: what is assigned to this account; null: to anybody, or nobody. */
export function withAssignee<S extends string>(query: ListQuery<S>, username: string | null): ListQuery<S> {
  const { assignee: _, ...rest } = fromTheStart(query, {});
  return username === null ? rest : { ...rest, assignee: username };
}

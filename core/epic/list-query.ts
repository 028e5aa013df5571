import type { EpicSort } from '../api/generated/schema.ts';

/** Which page of which epics a list shows; `after` and `before` are cursors of the server, at most one of them set. */
export interface EpicListQuery {
  readonly search: string;
  readonly state: 'opened' | 'closed' | 'all';
  readonly sort: EpicSort;
  /** Titles of labels, each once; an epic has all of them. `None` and `Any` stand for no label and for some label. */
  readonly labels: readonly string[];
  readonly after: string | null;
  readonly before: string | null;
}

/** RP-02.141 */
export const EPIC_LIST_DEFAULTS: EpicListQuery = {
  search: '',
  state: 'opened',
  sort: 'CREATED_AT_DESC',
  labels: [],
  after: null,
  before: null,
};

/** Epics of one page of the list. */
export const EPIC_LIST_PAGE = 20;

export const EPIC_LIST_STATES: readonly { readonly value: EpicListQuery['state']; readonly label: string }[] = [
  { value: 'opened', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
];

export const EPIC_SORTS: readonly { readonly value: EpicSort; readonly label: string }[] = [
  { value: 'CREATED_AT_DESC', label: 'Created date, newest first' },
  { value: 'CREATED_AT_ASC', label: 'Created date, oldest first' },
  { value: 'UPDATED_AT_DESC', label: 'Updated date, newest first' },
  { value: 'UPDATED_AT_ASC', label: 'Updated date, oldest first' },
  { value: 'START_DATE_ASC', label: 'Start date, earliest first' },
  { value: 'START_DATE_DESC', label: 'Start date, latest first' },
  { value: 'END_DATE_ASC', label: 'Due date, earliest first' },
  { value: 'END_DATE_DESC', label: 'Due date, latest first' },
  { value: 'TITLE_ASC', label: 'Title, A to Z' },
  { value: 'TITLE_DESC', label: 'Title, Z to A' },
];

/** The parameters of an address in their order, as `URLSearchParams` gives and takes them. */
type UrlParams = Iterable<readonly [name: string, value: string]>;

/** One parameter for each label. */
export const LABEL_PARAM = 'label_name[]';

/** No label has a longer title. */
const LABEL_TITLE_MAX = 255;

const cursorOf = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** RL-12.41: blank titles, titles that no label can have, and repetitions are dropped. */
const labelsOf = (titles: readonly string[]): readonly string[] => {
  const real = titles.map((title) => title.trim()).filter((title) => title !== '' && isLabelTitle(title));
  return [...new Set(real)];
};

const isLabelTitle = (title: string): boolean => title.length <= LABEL_TITLE_MAX && !title.includes('\0');

/** RP-02.142, RL-12.41: unknown values mean the defaults; a page can only lie after a cursor or before one. */
export function epicListQueryFromUrl(params: UrlParams): EpicListQuery {
  const pairs = [...params];
  const one = new Map(pairs);
  const state = EPIC_LIST_STATES.find(({ value }) => value === one.get('state'))?.value ?? EPIC_LIST_DEFAULTS.state;
  const sort = EPIC_SORTS.find(({ value }) => value.toLowerCase() === one.get('sort')?.toLowerCase())?.value;
  const after = cursorOf(one.get('after'));
  return {
    search: one.get('search') ?? '',
    state,
    sort: sort ?? EPIC_LIST_DEFAULTS.sort,
    labels: labelsOf(pairs.filter(([name]) => name === LABEL_PARAM).map(([, title]) => title)),
    after,
    before: after === null ? cursorOf(one.get('before')) : null,
  };
}

/** RP-02.142, RL-12.41: the parameters of a query in their order, without those that say what is the default anyway. */
export function epicListQueryToUrl(query: EpicListQuery): [name: string, value: string][] {
  const params: [string, string][] = [];
  if (query.search.trim() !== '') params.push(['search', query.search]);
  if (query.state !== EPIC_LIST_DEFAULTS.state) params.push(['state', query.state]);
  if (query.sort !== EPIC_LIST_DEFAULTS.sort) params.push(['sort', query.sort.toLowerCase()]);
  for (const title of query.labels) params.push([LABEL_PARAM, title]);
  if (query.after !== null) params.push(['after', query.after]);
  else if (query.before !== null) params.push(['before', query.before]);
  return params;
}

/** Two addresses of the same page of the same list. */
export function sameQuery(a: EpicListQuery, b: EpicListQuery): boolean {
  const { labels: ours, ...one } = a;
  const { labels: theirs, ...other } = b;
  const fields = Object.keys(one) as (keyof typeof one)[];
  return (
    fields.every((key) => one[key] === other[key]) &&
    ours.length === theirs.length &&
    ours.every((title, index) => title === theirs[index])
  );
}

const fromTheStart = { after: null, before: null };

/** RP-02.143, RL-12.42: another search, state, order or label starts again at the first page. */
export const withSearch = (query: EpicListQuery, search: string): EpicListQuery => ({
  ...query,
  ...fromTheStart,
  search,
});
export const withState = (query: EpicListQuery, state: EpicListQuery['state']): EpicListQuery => ({
  ...query,
  ...fromTheStart,
  state,
});
export const withSort = (query: EpicListQuery, sort: EpicSort): EpicListQuery => ({
  ...query,
  ...fromTheStart,
  sort,
});
/** One more label, after those that are there; one that is there stays where it is. */
export const withLabelTitle = (query: EpicListQuery, title: string): EpicListQuery => ({
  ...query,
  ...fromTheStart,
  labels: labelsOf([...query.labels, title]),
});
export const withoutLabelTitle = (query: EpicListQuery, title: string): EpicListQuery => ({
  ...query,
  ...fromTheStart,
  labels: query.labels.filter((label) => label !== title),
});

export interface ListPageInfo {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** The query of the next page; null on the last one. */
export const nextPage = (query: EpicListQuery, page: ListPageInfo): EpicListQuery | null =>
  page.hasNextPage && page.endCursor !== null ? { ...query, after: page.endCursor, before: null } : null;

/** The query of the page before; null on the first one. */
export const previousPage = (query: EpicListQuery, page: ListPageInfo): EpicListQuery | null =>
  page.hasPreviousPage && page.startCursor !== null ? { ...query, after: null, before: page.startCursor } : null;

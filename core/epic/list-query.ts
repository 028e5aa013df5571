import type { EpicSort } from '../api/generated/schema.ts';

/** Which page of which epics a list shows; `after` and `before` are cursors of the server, at most one of them set. */
export interface EpicListQuery {
  readonly search: string;
  readonly state: 'opened' | 'closed' | 'all';
  readonly sort: EpicSort;
  readonly after: string | null;
  readonly before: string | null;
}

/** RP-02.141 */
export const EPIC_LIST_DEFAULTS: EpicListQuery = {
  search: '',
  state: 'opened',
  sort: 'CREATED_AT_DESC',
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

type UrlParams = Readonly<Record<string, string | undefined>>;

const cursorOf = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** RP-02.142: unknown values mean the defaults; a page can only lie after a cursor or before one. */
export function epicListQueryFromUrl(params: UrlParams): EpicListQuery {
  const state = EPIC_LIST_STATES.find(({ value }) => value === params['state'])?.value ?? EPIC_LIST_DEFAULTS.state;
  const sort = EPIC_SORTS.find(({ value }) => value.toLowerCase() === params['sort']?.toLowerCase())?.value;
  const after = cursorOf(params['after']);
  return {
    search: params['search'] ?? '',
    state,
    sort: sort ?? EPIC_LIST_DEFAULTS.sort,
    after,
    before: after === null ? cursorOf(params['before']) : null,
  };
}

/** RP-02.142: the parameters of a query, without those that say what is the default anyway. */
export function epicListQueryToUrl(query: EpicListQuery): Record<string, string> {
  const params: Record<string, string> = {};
  if (query.search.trim() !== '') params['search'] = query.search;
  if (query.state !== EPIC_LIST_DEFAULTS.state) params['state'] = query.state;
  if (query.sort !== EPIC_LIST_DEFAULTS.sort) params['sort'] = query.sort.toLowerCase();
  if (query.after !== null) params['after'] = query.after;
  else if (query.before !== null) params['before'] = query.before;
  return params;
}

const fromTheStart = { after: null, before: null };

/** RP-02.143: another search, state or order starts again at the first page. */
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

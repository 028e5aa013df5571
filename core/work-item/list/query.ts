/** The query of a list of items: which page of which of them it shows. Epics and issues differ in their orders only. */

export type ListState = 'opened' | 'closed' | 'all';

/** Which page of which items a list shows; `after` and `before` are cursors of the server, at most one of them set. */
export interface ListQuery<S extends string = string> {
  readonly search: string;
  readonly state: ListState;
  readonly sort: S;
  /** Titles of labels, each once; an item has all of them. `None` and `Any` stand for no label and for some label. */
  readonly labels: readonly string[];
  readonly after: string | null;
  readonly before: string | null;
}

/** Items of one page of a list. */
export const LIST_PAGE = 20;

export const sameLabels = ({ labels: a }: ListQuery, { labels: b }: ListQuery): boolean =>
  a.length === b.length && a.every((title, index) => title === b[index]);

/** Two addresses of the same page of the same list. */
export function sameQuery(a: ListQuery, b: ListQuery): boolean {
  const fields = ['search', 'state', 'sort', 'after', 'before'] as const;
  return fields.every((key) => a[key] === b[key]) && sameLabels(a, b);
}

export interface ListPageInfo {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export const NO_PAGES: ListPageInfo = {
  startCursor: null,
  endCursor: null,
  hasNextPage: false,
  hasPreviousPage: false,
};

import type { ListKind, UrlParams } from './address.ts';
import { listQueryFromUrl, listQueryToUrl } from './address.ts';
import type { IssueListQuery, IssueListSort } from './issues.ts';
import { ISSUE_LIST_DEFAULTS } from './issues.ts';

export const ISSUE_SORTS: readonly { readonly value: IssueListSort; readonly label: string }[] = [
  { value: 'CREATED_DESC', label: 'Created date, newest first' },
  { value: 'CREATED_ASC', label: 'Created date, oldest first' },
  { value: 'UPDATED_DESC', label: 'Updated date, newest first' },
  { value: 'UPDATED_ASC', label: 'Updated date, oldest first' },
  { value: 'DUE_DATE_ASC', label: 'Due date, earliest first' },
  { value: 'DUE_DATE_DESC', label: 'Due date, latest first' },
  { value: 'TITLE_ASC', label: 'Title, A to Z' },
  { value: 'TITLE_DESC', label: 'Title, Z to A' },
];

const ISSUE_LIST: ListKind<IssueListSort> = { defaults: ISSUE_LIST_DEFAULTS, sorts: ISSUE_SORTS };

export const issueListQueryFromUrl = (params: UrlParams): IssueListQuery => listQueryFromUrl(ISSUE_LIST, params);

export const issueListQueryToUrl = (query: IssueListQuery): [name: string, value: string][] =>
  listQueryToUrl(ISSUE_LIST, query);

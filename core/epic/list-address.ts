import type { EpicSort } from '../api/generated/schema.ts';
import type { ListKind, UrlParams } from '../work-item/list/address.ts';
import { listQueryFromUrl, listQueryToUrl } from '../work-item/list/address.ts';
import type { EpicListQuery } from './list-query.ts';
import { EPIC_LIST_DEFAULTS } from './list-query.ts';

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

const EPIC_LIST: ListKind<EpicSort> = { defaults: EPIC_LIST_DEFAULTS, sorts: EPIC_SORTS };

export const epicListQueryFromUrl = (params: UrlParams): EpicListQuery => listQueryFromUrl(EPIC_LIST, params);

export const epicListQueryToUrl = (query: EpicListQuery): [name: string, value: string][] =>
  listQueryToUrl(EPIC_LIST, query);

import type { ListFrame } from '../work-item/list/view.ts';
import type { ListRow } from '../work-item/list/reading.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { Pending } from '../mutation/index.ts';
import type { Queries } from '../query/index.ts';
import type { EpicListQuery } from './list-query.ts';
import type { EpicState } from './slice.ts';
import type { OwningGroup } from './types.ts';
import type { EpicSort } from '../api/generated/schema.ts';
import type { ListKind, UrlParams } from '../work-item/list/address.ts';
import { countLines } from '../tree/rules.ts';
import { createSelector } from 'reselect';
import { listFrame } from '../work-item/list/view.ts';
import { listRows } from '../work-item/list/reading.ts';
import { selectVisible } from '../mutation/index.ts';
import { selectQuery } from '../query/index.ts';
import { epicList, listAsked } from './queries.ts';
import { EPIC_LIST_DEFAULTS } from './list-query.ts';
import { EPIC_TEXTS } from './rules/page.ts';
import { listQueryFromUrl, listQueryToUrl } from '../work-item/list/address.ts';

interface Root {
  readonly epic: EpicState;
  readonly queries: Queries;
  readonly confirmed: ItemRecords;
  readonly pending: readonly Pending[];
}

export interface EpicListView extends ListFrame<EpicListQuery['sort']> {
  readonly groupPath: string | null;
  readonly group: OwningGroup | null;
  /** References are short where the list's own group owns the epic. */
  readonly rows: readonly ListRow[];
  readonly empty: { readonly title: string; readonly hint: string } | null;
}

export const selectEpicList = createSelector(
  [
    (state: Root) => state.epic.list,
    (state: Root) => selectVisible(state).items,
    (state: Root) => selectQuery(state, epicList, listAsked(state)),
  ],
  (list, items, read): EpicListView => {
    const frame = listFrame(list, read);
    const { groupPath, group, query, ids } = list;
    return {
      ...frame,
      groupPath,
      group,
      rows: listRows(items, ids, groupPath ?? ''),
      empty: frame.status === 'ready' && ids.length === 0 ? emptyText(query) : null,
    };
  },
);

/** RP-02.146: a group without epics, one without open ones (the default view), and an empty answer to a question are told apart. */
const emptyText = ({ search, state, labels }: EpicListQuery) => {
  if (labels.length > 0) return EPIC_TEXTS.listNothingLabelled;
  if (search.trim() !== '') return EPIC_TEXTS.listNothingFound;
  return { all: EPIC_TEXTS.listEmpty, opened: EPIC_TEXTS.listNoneOpen, closed: EPIC_TEXTS.listNoneClosed }[state];
};

/** What a row of the list counts below its epic. */
export const listedCounts = ({ descendantCounts: counts }: ListRow) => counts && countLines(counts, true);

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

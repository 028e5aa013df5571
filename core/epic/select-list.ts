import { createSelector } from 'reselect';
import type { Load } from '../access/load.ts';
import type { EpicListQuery } from './list-query.ts';
import { nextPage, previousPage } from './list-query.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import type { EpicListRow, OwningGroup } from './types.ts';
import { relativeReference } from '../work-item/rules.ts';

interface Root {
  readonly epic: EpicState;
}

export interface EpicListView {
  readonly status: Load;
  readonly error: string | null;
  readonly groupPath: string | null;
  readonly group: OwningGroup | null;
  readonly query: EpicListQuery;
  /** References are short where the list's own group owns the epic. */
  readonly rows: readonly EpicListRow[];
  readonly count: number;
  /** Null on the last page, and while another page is on its way. */
  readonly next: EpicListQuery | null;
  readonly previous: EpicListQuery | null;
  /** Rows of an earlier answer are shown while the next one is on its way. */
  readonly refreshing: boolean;
  readonly empty: { readonly title: string; readonly hint: string } | null;
}

export const selectEpicList = createSelector(
  [(state: Root) => state.epic.list, (state: Root) => state.epic.rows],
  (list, rows): EpicListView => {
    const { status, error, groupPath, group, query, ids, count, page } = list;
    const settled = status === 'ready';
    return {
      status,
      error,
      groupPath,
      group,
      query,
      rows: ids.flatMap((id) => rows[id] ?? []).map((row) => withReference(row, groupPath ?? '')),
      count,
      next: settled ? nextPage(query, page) : null,
      previous: settled ? previousPage(query, page) : null,
      refreshing: status === 'loading' && group !== null,
      empty: settled && ids.length === 0 ? emptyText(query) : null,
    };
  },
);

const withReference = (row: EpicListRow, herePath: string): EpicListRow => ({
  ...row,
  reference: relativeReference('epic', row.groupPath, row.iid, herePath),
});

/** An empty group and an empty answer to a search are told apart. */
const emptyText = ({ search, state }: EpicListQuery) =>
  search.trim() === '' && state === 'all' ? EPIC_TEXTS.listEmpty : EPIC_TEXTS.listNothingFound;

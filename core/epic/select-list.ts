import { createSelector } from 'reselect';
import type { Load } from '../access/load.ts';
import type { Label } from '../work-item/types.ts';
import type { EpicListQuery } from './list-query.ts';
import { nextPage, previousPage, withoutLabelTitle } from './list-query.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import type { EpicListRow, OwningGroup } from './types.ts';
import { relativeReference } from '../work-item/rules.ts';

interface Root {
  readonly epic: EpicState;
}

/** A label that the list is filtered by. */
export interface ActiveLabel {
  readonly title: string;
  /** How it looks; null where no epic has shown it. */
  readonly label: Label | null;
  /** The list without this condition. */
  readonly without: EpicListQuery;
}

export interface EpicListView {
  readonly status: Load;
  readonly error: string | null;
  readonly groupPath: string | null;
  readonly group: OwningGroup | null;
  readonly query: EpicListQuery;
  /** In the order of the address. */
  readonly labels: readonly ActiveLabel[];
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
    const { status, error, groupPath, group, query, labels, ids, count, page } = list;
    const settled = status === 'ready';
    return {
      status,
      error,
      groupPath,
      group,
      query,
      labels: query.labels.map((title) => ({
        title,
        label: labels.find((label) => label.title === title) ?? null,
        without: withoutLabelTitle(query, title),
      })),
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

/** RP-02.146: a group without epics, one without open ones (the default view), and an empty answer to a question are told apart. */
const emptyText = ({ search, state, labels }: EpicListQuery) => {
  if (labels.length > 0) return EPIC_TEXTS.listNothingLabelled;
  if (search.trim() !== '') return EPIC_TEXTS.listNothingFound;
  return { all: EPIC_TEXTS.listEmpty, opened: EPIC_TEXTS.listNoneOpen, closed: EPIC_TEXTS.listNoneClosed }[state];
};

import { countLines } from '../tree/rules.ts';
import { createSelector } from 'reselect';
import type { ListFrame } from '../work-item/list/view.ts';
import { listFrame } from '../work-item/list/view.ts';
import { relativeReference } from '../work-item/rules.ts';
import type { EpicListQuery } from './list-query.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import type { EpicListRow, OwningGroup } from './types.ts';

interface Root {
  readonly epic: EpicState;
}

export interface EpicListView extends ListFrame<EpicListQuery['sort']> {
  readonly groupPath: string | null;
  readonly group: OwningGroup | null;
  /** References are short where the list's own group owns the epic. */
  readonly rows: readonly EpicListRow[];
  readonly empty: { readonly title: string; readonly hint: string } | null;
}

export const selectEpicList = createSelector(
  [(state: Root) => state.epic.list, (state: Root) => state.epic.rows],
  (list, rows): EpicListView => {
    const { status, groupPath, group, query, ids } = list;
    return {
      ...listFrame(list),
      groupPath,
      group,
      rows: ids.flatMap((id) => rows[id] ?? []).map((row) => withReference(row, groupPath ?? '')),
      empty: status === 'ready' && ids.length === 0 ? emptyText(query) : null,
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

/** What a row of the list counts below its epic. */
export const listedCounts = ({ descendantCounts: counts }: EpicListRow) => counts && countLines(counts, true);

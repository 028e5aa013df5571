import { countLines } from '../tree/rules.ts';
import { createSelector } from 'reselect';
import type { ListFrame } from '../work-item/list/view.ts';
import { listFrame } from '../work-item/list/view.ts';
import { listRows, type ListRow } from '../work-item/list/rows.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import { selectVisible, type Pending } from '../mutation/index.ts';
import { selectQuery, type Queries } from '../query/index.ts';
import { epicList, listAsked } from './queries.ts';
import type { EpicListQuery } from './list-query.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import type { OwningGroup } from './types.ts';

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

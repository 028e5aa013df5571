import type { GroupEpicsQuery } from '../api/generated/operations.ts';
import type { EpicSort } from '../api/generated/schema.ts';
import type { ItemListState, ListQuery } from '../work-item/list/list.ts';
import { TreeAdapter, nodesOf } from '../api/adapter.ts';
import { GroupEpicsOperation } from '../api/generated/operations.ts';
import { itemList, listAnswer } from '../work-item/list/list.ts';
import { EPIC_TEXTS } from './rules/page.ts';

export type EpicListQuery = ListQuery<EpicSort>;
export type EpicListState = ItemListState<EpicSort>;

/** The epics of a group and of its subgroups. What is said of their place among their parents' children is no matter of the list. */
export const epicList = itemList<'epicList', EpicSort, GroupEpicsQuery>('epicList', {
  sort: 'CREATED_AT_DESC',
  operation: () => GroupEpicsOperation,
  decode({ group }) {
    if (group === null) return null;
    const adapter = new TreeAdapter();
    const rows = nodesOf(group.epics).map((node) => {
      const { relationPath: _path, epicIssueId: _link, relativePosition: _place, ...facts } = adapter.epic(node);
      return { ...facts, author: node.author };
    });
    return listAnswer(group.fullName, group, group.epics, rows);
  },
  failure: EPIC_TEXTS.listFailed,
});

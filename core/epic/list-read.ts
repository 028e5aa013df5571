import type { GroupEpicsQuery } from '../api/generated/operations.ts';
import type { EpicSort } from '../api/generated/schema.ts';
import { TreeAdapter, nodesOf } from '../api/adapter.ts';
import { GroupEpicsOperation } from '../api/generated/operations.ts';
import { listAnswer, listSaga } from '../work-item/list/read.ts';
import { epicActions } from './actions.ts';
import { epicList } from './queries.ts';
import { EPIC_TEXTS } from './rules/page.ts';

/** Reads the epics that are listed. A list knows nothing of an epic's place among its parent's children. */
export const epicListSaga = listSaga<'epicList', EpicSort, GroupEpicsQuery>(epicList, {
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
  changedBy: [epicActions.epicStateToggled.committed.type, epicActions.epicDeletionConfirmed.committed.type],
});

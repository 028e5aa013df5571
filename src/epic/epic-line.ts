import { formatDay, formatDayRange } from '@espalier/core/calendar';
import { listedCounts } from '@espalier/core/epic';
import type { EpicListQuery, EpicListRow } from '@espalier/core/epic';
import { isOverdue, rowProgress, stateText, withLabelTitle } from '@espalier/core/work-item';
import { alsoAt, linkedLabels } from '../work-item/listed-facts.ts';
import type { ListedItem } from '../work-item/list/item-list.tsx';
import { listHref } from './list-href.ts';

/** `listPath` and `query`: whose list this is; a label narrows it. `today`: the day by which a date is late. */
export function epicLine(row: EpicListRow, listPath: string, query: EpicListQuery, today: string): ListedItem {
  const { createdAt, updatedAt, startDate, dueDate, descendantCounts: counts } = row;
  const also = createdAt === null ? undefined : alsoAt(stateText({ ...row, createdAt }), row.author?.name);
  return {
    ...row,
    type: 'epic',
    facts: {
      labels: linkedLabels(row.labels, ({ title }) => listHref(listPath, withLabelTitle(query, title))),
      counts: listedCounts(row),
      progress: rowProgress(counts),
      due:
        dueDate === null
          ? null
          : { text: formatDay(dueDate), label: formatDayRange(startDate, dueDate), late: isOverdue(row, row, today) },
      updated: updatedAt === null ? null : { what: 'Updated', at: updatedAt, also },
    },
  };
}

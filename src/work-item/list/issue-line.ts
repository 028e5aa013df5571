import { assigneeSlots, healthOf, isOverdue, milestoneSaid, rowTime, stateText } from '@espalier/core/work-item';
import { withLabelTitle } from '@espalier/core/work-item/list';
import type { IssueListQuery } from '@espalier/core/work-item';
import type { ListRow } from '@espalier/core/work-item/list';
import { formatDay } from '@espalier/core/calendar';
import type { ListedItem } from './item-list.tsx';

/** `today`: the day by which a date is late. `href`: of the list with another query: a label narrows it. */
export function issueLine(
  row: ListRow,
  query: IssueListQuery,
  href: (query: IssueListQuery) => string,
  today: string,
): ListedItem {
  const { dueDate, milestone } = row;
  const health = healthOf(row);
  return {
    ...row,
    facts: {
      labels: row.labels.map((label) => ({ ...label, href: href(withLabelTitle(query, label.title)) })),
      tasks: row.tasks,
      weight: row.weight,
      milestone: milestone && milestoneSaid(milestone, today),
      due:
        dueDate === null
          ? null
          : {
              text: formatDay(dueDate),
              label: `Due ${formatDay(dueDate)}`,
              late: isOverdue(row, { startDate: null, dueDate }, today),
            },
      health: health === null ? [] : [health],
      assignees: assigneeSlots(row.assignees),
      updated: rowTime(row.updatedAt, stateText(row), row.author?.name),
    },
  };
}

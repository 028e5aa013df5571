import { formatDay } from '@espalier/core/calendar';
import { assigneeSlots, healthOf, isOverdue, milestoneSaid, stateText, withLabelTitle } from '@espalier/core/work-item';
import type { IssueListQuery, IssueListRow } from '@espalier/core/work-item';
import { alsoAt, linkedLabels } from '../listed-facts.ts';
import type { ListedItem } from './item-list.tsx';

/** `today`: the day by which a date is late. `href`: of the list with another query: a label narrows it. */
export function issueLine(
  row: IssueListRow,
  query: IssueListQuery,
  href: (query: IssueListQuery) => string,
  today: string,
): ListedItem {
  const { dueDate, milestone } = row;
  const health = healthOf(row);
  return {
    ...row,
    facts: {
      labels: linkedLabels(row.labels, ({ title }) => href(withLabelTitle(query, title))),
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
      updated: { what: 'Updated', at: row.updatedAt, also: alsoAt(stateText(row), row.author.name) },
    },
  };
}

import { memo } from 'react';
import { Link } from 'react-router-dom';
import { formatDayRange } from '@espalier/core/calendar';
import type { EpicListQuery, EpicListRow } from '@espalier/core/epic';
import { confidentialTooltip, rowIcon, withLabelTitle } from '@espalier/core/work-item';
import { Icon } from '../ui/icon.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { Marked } from '../work-item/confidential.tsx';
import { ItemLabel } from '../work-item/item-label.tsx';
import styles from '../work-item/list/item-list.module.css';
import { listHref } from './list-href.ts';

interface RowProps {
  readonly row: EpicListRow;
  /** The group and the query whose list this is: a label narrows it. */
  readonly listPath: string;
  readonly query: EpicListQuery;
}

export const EpicListRowView = memo(function EpicListRowView({ row, listPath, query }: RowProps) {
  const dates = formatDayRange(row.startDate, row.dueDate);
  return (
    <li className={styles.row}>
      <Icon name={rowIcon({ type: 'epic', state: row.state, blocked: false })} className={styles.icon} />
      <div className={styles.what}>
        <div className={styles.head}>
          <Marked tooltip={row.confidential ? confidentialTooltip('epic') : null}>
            <Link className={styles.link} to={row.webPath} dir="auto">
              {row.title}
            </Link>
          </Marked>
          {row.labels.map((label) => (
            <ItemLabel key={label.id} label={label} href={listHref(listPath, withLabelTitle(query, label.title))} />
          ))}
        </div>
        <div className={styles.meta}>
          <span>{row.reference}</span>
          {row.createdAt !== null && (
            <span>
              Created <TimeAgo at={row.createdAt} />
              {row.author !== null && ` by ${row.author.name}`}
            </span>
          )}
          {row.closedAt !== null && (
            <span>
              Closed <TimeAgo at={row.closedAt} />
            </span>
          )}
          {dates !== '' && (
            <span>
              <Icon name="calendar" small /> {dates}
            </span>
          )}
        </div>
      </div>
      {row.descendantCounts !== null && (
        <div className={styles.counts}>
          <Count
            icon="epic"
            what="Epics"
            open={row.descendantCounts.openedEpics}
            closed={row.descendantCounts.closedEpics}
          />
          <Count
            icon="issues"
            what="Issues"
            open={row.descendantCounts.openedIssues}
            closed={row.descendantCounts.closedIssues}
          />
        </div>
      )}
    </li>
  );
});

interface CountProps {
  readonly icon: string;
  readonly what: string;
  readonly open: number;
  readonly closed: number;
}

function Count({ icon, what, open, closed }: CountProps) {
  const text = `${what}: ${open} open, ${closed} closed`;
  return (
    <span className={styles.countOf} data-tooltip={text}>
      <Icon name={icon} label={text} /> <span aria-hidden>{open + closed}</span>
    </span>
  );
}

import { Link } from 'react-router-dom';
import { formatDay } from '@espalier/core/calendar';
import { confidentialTooltip, rowIcon, withLabelTitle } from '@espalier/core/work-item';
import type { IssueListQuery, IssueListRow } from '@espalier/core/work-item';
import { Icon } from '../../ui/icon.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { Marked } from '../confidential.tsx';
import { ItemLabel } from '../item-label.tsx';
import styles from './item-list.module.css';

interface RowProps {
  readonly row: IssueListRow;
  /** A label narrows the list. */
  readonly query: IssueListQuery;
  readonly href: (query: IssueListQuery) => string;
}

export function IssueListRowView({ row, query, href }: RowProps) {
  const { type, state, confidential, title, webPath, labels, reference, createdAt, closedAt, author, assignees } = row;
  return (
    <li className={styles.row}>
      <Icon name={rowIcon({ type, state, blocked: false })} className={styles.icon} />
      <div className={styles.what}>
        <div className={styles.head}>
          <Marked tooltip={confidential ? confidentialTooltip(type) : null}>
            <Link className={styles.link} to={webPath} dir="auto">
              {title}
            </Link>
          </Marked>
          {labels.map((label) => (
            <ItemLabel key={label.id} label={label} href={href(withLabelTitle(query, label.title))} />
          ))}
        </div>
        <div className={styles.meta}>
          <span>{reference}</span>
          <span>
            Created <TimeAgo at={createdAt} /> by {author.name}
          </span>
          {closedAt !== null && (
            <span>
              Closed <TimeAgo at={closedAt} />
            </span>
          )}
          {row.dueDate !== null && (
            <span>
              <Icon name="calendar" small /> Due {formatDay(row.dueDate)}
            </span>
          )}
          {assignees.length > 0 && <span>Assigned to {assignees.map(({ name }) => name).join(', ')}</span>}
        </div>
      </div>
    </li>
  );
}

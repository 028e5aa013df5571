import type { ReactNode } from 'react';
import { selectEpic, selectEpicDates, selectEpicLabels } from '@espalier/core/epic';
import type { EpicDateView } from '@espalier/core/epic';
import { Link } from 'react-router-dom';
import { paths } from '../frame/route.ts';
import { useAppSelector } from '../store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ItemLabel } from '../work-item/item-label.tsx';
import styles from './epic-sidebar.module.css';

/** What is read beside the epic: dates, labels, where it belongs, how to refer to it. */
export function EpicSidebar() {
  const epic = useAppSelector(selectEpic);
  const dates = useAppSelector(selectEpicDates);
  const labels = useAppSelector(selectEpicLabels);
  if (epic === null) return null;
  return (
    <dl className={styles.widgets}>
      {dates !== null && (
        <>
          <DateWidget title="Start date" date={dates.start} />
          <DateWidget title="Due date" date={dates.due} />
        </>
      )}
      <Widget title="Labels">
        {labels.length === 0 ? (
          <span className={styles.none}>None</span>
        ) : (
          <span className={styles.labels}>
            {labels.map((label) => (
              <ItemLabel key={label.id} label={label} href={label.href} />
            ))}
          </span>
        )}
      </Widget>
      {epic.parent !== null && (
        <Widget title="Parent">
          <Link to={epic.parent.webPath} dir="auto">
            {epic.parent.title}
          </Link>
        </Widget>
      )}
      <Widget title="Group">
        <Link to={paths.group(epic.group.fullPath)}>{epic.group.fullName}</Link>
      </Widget>
      <Widget title="Reference">
        <span className={styles.reference}>
          {epic.reference} <CopyButton text={epic.reference} label="Copy reference" />
        </span>
      </Widget>
    </dl>
  );
}

function Widget({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.widget}>
      <dt className={styles.name}>{title}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

function DateWidget({ title, date }: { readonly title: string; readonly date: EpicDateView }) {
  return (
    <Widget title={title}>
      <span className={date.date === null ? styles.none : undefined}>{date.text}</span>
      {date.date !== null && <span className={styles.source}>{date.wording}</span>}
    </Widget>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { milestoneSaid } from '@espalier/core/work-item';
import type { DatedMilestone, WorkItemModel } from '@espalier/core/work-item';
import { PersonLink } from './people.tsx';
import { CopyButton } from '../ui/button.tsx';
import { usePorts } from '../ports/context.ts';
import { HealthBadge, ItemLabel } from './item-signs.tsx';
import { Sign } from './item-facts.tsx';
import { WeightField } from './weight-field.tsx';
import styles from './work-item-page.module.css';

/** The details next to the item: the parts that items of its type have, empty ones too. */
export function WorkItemSidebar({ item }: { readonly item: WorkItemModel }) {
  const { clock } = usePorts();
  const { assignees, labels, milestone, weight, health, dates, parent, reference } = item;
  return (
    <dl className={styles.widgets}>
      {assignees !== undefined && (
        <Widget title="Assignees">
          {assignees.length > 0 && (
            <span className={styles.people}>
              {assignees.map(({ id, name, username, avatarUrl, webUrl }) => (
                <PersonLink key={id} name={name} username={username} avatarUrl={avatarUrl} url={webUrl} />
              ))}
            </span>
          )}
        </Widget>
      )}
      {labels !== undefined && (
        <Widget title="Labels">
          {labels.length > 0 && (
            <span className={styles.labels}>
              {labels.map((label) => (
                <ItemLabel key={label.id} label={label} />
              ))}
            </span>
          )}
        </Widget>
      )}
      {parent !== undefined && (
        <Widget title="Parent">
          {parent !== null && (
            <Link to={parent.webPath} data-tooltip={parent.reference} dir="auto">
              {parent.title}
            </Link>
          )}
        </Widget>
      )}
      {weight !== undefined && <WeightField id={item.id} weight={weight} />}
      {milestone !== undefined && (
        <Widget title="Milestone">
          {milestone !== null && <MilestoneSign milestone={milestone} today={clock.today()} />}
        </Widget>
      )}
      {health !== undefined && (
        <Widget title="Health status">{health !== null && <HealthBadge health={health} />}</Widget>
      )}
      {dates !== undefined && (
        <>
          <Widget title="Start date">{dates.start}</Widget>
          <Widget title="Due date">{dates.due}</Widget>
        </>
      )}
      <Widget title="Reference">
        <span className={styles.reference}>
          {reference} <CopyButton text={reference} label="Copy reference" />
        </span>
      </Widget>
    </dl>
  );
}

function MilestoneSign(props: { readonly milestone: DatedMilestone; readonly today: string }) {
  const { text, label } = milestoneSaid(props.milestone, props.today);
  return <Sign label={label}>{text}</Sign>;
}

/** A part without content says so. */
function Widget({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const none = children === null || children === false;
  return (
    <div className={styles.widget}>
      <dt className={styles.name}>{title}</dt>
      <dd className={styles.value}>{none ? <span className={styles.none}>None</span> : children}</dd>
    </div>
  );
}

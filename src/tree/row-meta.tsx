import type { RowModel } from '@espalier/core';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { BlockedSign } from '../link/blocked-sign.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { Assignees } from '../work-item/assignees.tsx';
import { ItemLabel } from '../work-item/item-label.tsx';
import { COUNT_ICONS } from './count-icons.ts';
import styles from './tree-row.module.css';

/** What a row says besides its title. Every part that has a tooltip can be reached with the right arrow key. */
export function RowMeta({ model, tabIndex }: { readonly model: RowModel; readonly tabIndex: number }) {
  const { labels, blocked, health, counts, healthCounts, milestone, weight, dueText, assignees, stateText, stateAt } =
    model;
  return (
    <span className={styles.meta}>
      {labels.map((label) => (
        <ItemLabel key={label.id} label={label} href={label.href} tabIndex={tabIndex} plain />
      ))}
      {blocked !== null && (
        <BlockedSign className={styles.blocked} item={{ id: model.id, ...blocked }} text={blocked.text} />
      )}
      {health !== null && <Badge tone={health.variant}>{health.label}</Badge>}
      {healthCounts.length > 0 && <HealthCounts counts={healthCounts} />}
      {counts !== null && <Counts counts={counts} />}
      {milestone !== null && <Milestone milestone={milestone} />}
      {weight !== null && <Fact icon="weight" label={`Weight ${weight}`} text={weight} />}
      {dueText !== null && <Fact icon="calendar" label={`Due ${dueText}`} text={dueText} />}
      {stateAt !== null && <TimeAgo className={styles.state} what={stateText} at={stateAt} />}
      {assignees.shown.length > 0 && <Assignees assignees={assignees} />}
    </span>
  );
}

interface FactProps {
  readonly icon: string;
  readonly label: string;
  readonly text: string | number;
  readonly className?: string;
}

/** A sign and a short text in one element, with the whole sentence as name and tooltip. */
function Fact({ icon, label, text, className }: FactProps) {
  return (
    <span
      className={classes(styles.fact, className)}
      data-icon={icon}
      role="img"
      aria-label={label}
      data-tooltip={label}
      tabIndex={-1}
    >
      {text}
    </span>
  );
}

function Milestone({ milestone }: { readonly milestone: NonNullable<RowModel['milestone']> }) {
  const { title, dates, pastDue, overdue, started } = milestone;
  const state = pastDue ? 'past due' : started ? 'started' : null;
  const about = [dates, state].filter(Boolean).join(', ');
  return (
    <Fact
      icon="milestone"
      className={classes(styles.milestone, overdue && styles.overdue)}
      label={`Milestone ${title}${about === '' ? '' : ` (${about})`}`}
      text={title}
    />
  );
}

type Count = NonNullable<RowModel['counts']>[number];

function Counts({ counts }: { readonly counts: readonly Count[] }) {
  return counts.map(({ label, total, text }) => (
    <Fact key={label} icon={COUNT_ICONS[label]} label={`${label}: ${text}`} text={total} />
  ));
}

function HealthCounts({ counts }: { readonly counts: RowModel['healthCounts'] }) {
  const text = counts.map(({ count, label }) => `${count} ${label.toLowerCase()}`).join(', ');
  return (
    <span className={styles.healths} role="img" aria-label={text} data-tooltip={text} tabIndex={-1}>
      {counts.map(({ variant, count, label }) => (
        <span key={label} className={styles[variant]}>
          {count}
        </span>
      ))}
    </span>
  );
}

import type { CSSProperties, ReactNode } from 'react';
import { mainFact, rowLabels, taskStatus } from '@espalier/core/work-item';
import type { RowProgress, TaskCounts } from '@espalier/core/work-item';
import type { BadgeTone } from '../ui/label-pill.tsx';
import { classes } from '../ui/classes.ts';
import { TimeAgo } from '../ui/time.tsx';
import { Assignees } from './people.tsx';
import { ItemLabel } from './item-signs.tsx';
import type { ItemLabelProps } from './item-signs.tsx';
import styles from './item-facts.module.css';

type RowLabel = ItemLabelProps['label'] & { readonly id: string; readonly href?: string };

/** A short text, and the whole sentence as its name and tooltip. */
interface Said {
  readonly text: string;
  readonly label: string;
  /** A date that has passed; nothing else is red. */
  readonly late?: boolean;
}

interface Health {
  readonly label: string;
  readonly variant: BadgeTone;
  readonly count?: number;
}

export interface ItemFactsProps {
  readonly labels?: readonly RowLabel[];
  readonly counts?: readonly { readonly label: string; readonly total: number; readonly text: string }[] | null;
  readonly tasks?: TaskCounts | null | undefined;
  readonly progress?: RowProgress | null;
  readonly weight?: number | null;
  readonly milestone?: Said | null;
  readonly due?: Said | null;
  readonly health?: readonly Health[];
  readonly assignees?: Parameters<typeof Assignees>[0]['assignees'];
  /** The time that is shown; the other one stands in the tooltip. */
  readonly updated?: { readonly what: string; readonly at: string; readonly also?: string | undefined } | null;
  readonly tabIndex?: number;
  /** The list around follows the links of the labels. */
  readonly plain?: boolean;
}

/** TR-07.50 to TR-07.56: what a row says besides its title, in the columns of its list. Few elements: rows are many. */
export function ItemFacts({ labels = [], tabIndex, plain, ...facts }: ItemFactsProps) {
  const { counts, tasks, progress, weight = null, milestone, due, health = [], assignees, updated } = facts;
  const held = (counts ?? []).filter(({ total }) => total > 0);
  const main = mainFact(facts);
  const at = (column: string, more?: string | false) => classes(styles[column], main === column && styles.main, more);
  return (
    <span className={styles.facts}>
      {labels.length > 0 && <Labels labels={labels} tabIndex={tabIndex} plain={plain} />}
      {held.length > 0 && (
        <span className={at('counts')}>
          {held.map(({ label, total, text }) => (
            <Fact key={label} icon={COUNT_ICONS[label] ?? 'issues'} label={`${label}: ${text}`}>
              {total}
            </Fact>
          ))}
        </span>
      )}
      {tasks && (
        <Fact className={at('counts')} label={taskStatus(tasks)}>
          {`${tasks.completed} of ${tasks.count}`}
        </Fact>
      )}
      {progress && (
        <Sign className={at('progress')} label={progress.text} style={{ '--done': `${progress.percent}%` }} />
      )}
      {weight !== null && (
        <Fact className={at('weight')} icon="weight" label={`Weight ${weight}`}>
          {weight}
        </Fact>
      )}
      {milestone && (
        <Fact className={at('milestone', milestone.late && styles.late)} icon="milestone" label={milestone.label}>
          <span className={styles.cut}>{milestone.text}</span>
        </Fact>
      )}
      {due && (
        <Sign className={at('due', due.late && styles.late)} label={due.label}>
          {due.text}
        </Sign>
      )}
      {health.length > 0 && <HealthSigns className={at('health')} health={health} />}
      {assignees !== undefined && assignees.shown.length > 0 && (
        <span className={at('assignees')}>
          <Assignees assignees={assignees} />
        </span>
      )}
      {updated && <TimeAgo className={at('updated')} {...updated} quiet />}
    </span>
  );
}

/** The sign of each count, in the header and in the rows. */
export const COUNT_ICONS: Readonly<Record<string, string>> = {
  Epics: 'epic',
  Issues: 'issues',
  'Total weight': 'weight',
};

type LabelsProps = Pick<ItemFactsProps, 'tabIndex' | 'plain'> & { readonly labels: readonly RowLabel[] };

function Labels({ labels, tabIndex, plain }: LabelsProps) {
  const { shown, more } = rowLabels(labels);
  const rest = more.map(({ title }) => title);
  return (
    <span className={styles.labels}>
      {shown.map((label) => (
        <ItemLabel key={label.id} label={label} href={label.href} tabIndex={tabIndex} plain={plain} quiet />
      ))}
      {rest.length > 0 && (
        <Sign
          className={styles.rest}
          label={`${rest.length} more labels: ${rest.join(', ')}`}
          tooltip={rest.join('\n')}
        >
          +{rest.length}
        </Sign>
      )}
    </span>
  );
}

interface SignProps {
  readonly label: string;
  readonly tooltip?: string;
  readonly icon?: string;
  readonly className?: string;
  readonly style?: Readonly<Record<`--${string}`, string>>;
  readonly children?: ReactNode;
}

/** One element with a name, and a tooltip that the right arrow key reaches too. */
export function Sign({ label, tooltip = label, icon, className, style, children }: SignProps) {
  return (
    <span
      className={className}
      style={style as CSSProperties | undefined}
      data-icon={icon}
      role="img"
      aria-label={label}
      data-tooltip={tooltip}
      tabIndex={-1}
    >
      {children}
    </span>
  );
}

const Fact = ({ label, icon, className, children }: Omit<SignProps, 'style' | 'tooltip'>) => (
  <Sign label={label} icon={icon} className={classes(styles.fact, className)}>
    {children}
  </Sign>
);

/** One status in words, or how many are in which. */
function HealthSigns({ health, className }: { readonly health: readonly Health[]; readonly className: string }) {
  const said = health.map(({ count, label }) => (count === undefined ? label : `${count} ${label.toLowerCase()}`));
  return (
    <Sign label={said.join(', ')} className={className}>
      {health.map(
        ({ label, variant, count }) =>
          count !== 0 && (
            <span key={label} className={styles[variant]}>
              {count ?? label}
            </span>
          ),
      )}
    </Sign>
  );
}

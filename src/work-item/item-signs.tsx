import type { ReactNode } from 'react';
import type { HEALTH, WorkItemState, Label } from '@espalier/core/work-item';
import { isPillBackground, splitScopedLabel } from '@espalier/core/work-item';
import { Icon } from '../ui/icon.tsx';
import { Badge, LabelPill } from '../ui/label-pill.tsx';
import type { BadgeTone } from '../ui/label-pill.tsx';
import { readableOn } from '../ui/contrast.ts';
import styles from './item-line.module.css';

/** The sign of a confidential item; its tooltip says who can see it. */
export function ConfidentialIcon({ tooltip }: { readonly tooltip: string }) {
  return <Icon name="eye-slash" className={styles.icon} label="Confidential" tooltip={tooltip} />;
}

/** A title with the sign in front, on the line of its first word; only the title if there is no tooltip. */
export function Marked({ tooltip, children }: { readonly tooltip: string | null; readonly children: ReactNode }) {
  if (tooltip === null) return children;
  return (
    <span className={styles.marked}>
      <ConfidentialIcon tooltip={tooltip} />
      {children}
    </span>
  );
}

/** The health of an item, in words and colour (RL-06.1). */
export function HealthBadge({ health: { label, variant } }: { readonly health: (typeof HEALTH)[keyof typeof HEALTH] }) {
  return <Badge tone={variant}>{label}</Badge>;
}

/** How a state looks in a badge; what it is called comes from the core. */
export const STATE_LOOK: Readonly<Record<WorkItemState, { readonly tone: BadgeTone; readonly icon: string }>> = {
  opened: { tone: 'success', icon: 'issue-open-m' },
  closed: { tone: 'info', icon: 'issue-close' },
};

export interface ItemLabelProps {
  readonly label: Pick<Label, 'title' | 'color' | 'textColor' | 'description'> & {
    readonly scoped?: { readonly scope: string; readonly value: string } | null;
  };
  readonly href?: string;
  readonly tabIndex?: number;
  readonly plain?: boolean;
  readonly quiet?: boolean;
}

/** A label of a work item as a pill (BD-11). Scopes count unless the caller says otherwise. */
export function ItemLabel({ label, href, tabIndex, plain, quiet }: ItemLabelProps) {
  const background = isPillBackground(label.color) ? label.color : null;
  return (
    <LabelPill
      title={label.title}
      scoped={label.scoped === undefined ? splitScopedLabel(label.title) : label.scoped}
      background={background}
      color={background === null ? label.textColor : readableOn(background, label.textColor)}
      description={label.description}
      href={href}
      tabIndex={tabIndex}
      plain={plain}
      quiet={quiet}
    />
  );
}

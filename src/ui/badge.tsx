import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly icon?: string;
  readonly tooltip?: string;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, tooltip, children }: BadgeProps) {
  return (
    <span
      className={classes(styles.badge, styles[tone])}
      data-tooltip={tooltip}
      tabIndex={tooltip === undefined ? undefined : 0}
    >
      {icon !== undefined && <Icon name={icon} small />}
      {children}
    </span>
  );
}

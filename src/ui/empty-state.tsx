import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './empty-state.module.css';
import { Icon } from './icon.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly icon?: string;
  readonly heading?: 'h1' | 'h2' | 'h3' | 'p';
  readonly compact?: boolean;
  /** Buttons and links that lead on. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** What stands where there is nothing to show, and why (RL-06). */
export function EmptyState({
  title,
  icon,
  heading: Heading = 'p',
  compact = false,
  actions,
  children,
}: EmptyStateProps) {
  return (
    <div className={classes(styles.panel, compact && styles.compact)}>
      {icon !== undefined && <Icon name={icon} className={styles.icon} />}
      <Heading className={styles.title} tabIndex={Heading === 'h1' ? -1 : undefined}>
        {title}
      </Heading>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './label-pill.module.css';

interface LabelPillProps {
  readonly title: string;
  /** With a scope the pill has two parts, `scope` filled and `value` outlined. */
  readonly scoped?: { readonly scope: string; readonly value: string } | null;
  /** Any CSS colour; null leaves the neutral ground. Checked by the caller. */
  readonly background: string | null;
  readonly color: string;
  readonly description?: string | null;
  readonly href?: string;
  readonly tabIndex?: number;
  /** The list around it follows its links (`useFollowedLinks`). */
  readonly plain?: boolean;
  /** In dense rows: a dot of the colour and the name, which becomes a pill on hover and focus. */
  readonly quiet?: boolean;
}

export function LabelPill({
  title,
  scoped,
  background,
  color,
  description,
  href,
  tabIndex,
  plain = false,
  quiet = false,
}: LabelPillProps) {
  const style =
    background === null ? undefined : ({ '--pill': background, '--pill-text': color } as unknown as CSSProperties);
  const className = quiet ? styles.quiet : classes(styles.pill, scoped && styles.scoped);
  const content = quiet ? (
    <>
      {scoped && <span className={styles.scope}>{scoped.scope}</span>}
      <span>{scoped?.value ?? title}</span>
    </>
  ) : scoped ? (
    <>
      {scoped.scope}
      <span className={styles.value}>{scoped.value}</span>
    </>
  ) : (
    title
  );
  // In a row the name may be cut: the tooltip then says it.
  const tooltip = description ?? (quiet ? (scoped ? title : '') : undefined);
  if (href === undefined) {
    return (
      <span className={className} style={style} data-tooltip={tooltip}>
        {content}
      </span>
    );
  }
  const link = {
    className,
    style,
    'data-tooltip': tooltip,
    tabIndex,
    draggable: false,
    'aria-label': title,
  };
  return plain ? (
    <a {...link} href={href}>
      {content}
    </a>
  ) : (
    <Link {...link} to={href}>
      {content}
    </Link>
  );
}

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

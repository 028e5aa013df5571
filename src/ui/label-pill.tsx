import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
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
}: LabelPillProps) {
  const style =
    background === null ? undefined : ({ '--pill': background, '--pill-text': color } as unknown as CSSProperties);
  const content = scoped ? (
    <>
      {scoped.scope}
      <span className={styles.value}>{scoped.value}</span>
    </>
  ) : (
    title
  );
  const tooltip = description ?? undefined;
  if (href === undefined) {
    return (
      <span className={styles.pill} style={style} data-tooltip={tooltip}>
        {content}
      </span>
    );
  }
  const link = {
    className: styles.pill,
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

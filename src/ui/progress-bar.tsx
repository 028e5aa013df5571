import type { CSSProperties } from 'react';
import { progressPercent } from '@espalier/core/frame';
import styles from './progress.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  /** Where the bar is full; 100 unless it is a number above zero (BD-12.2). */
  readonly max?: number;
  readonly tone?: 'accent' | 'warning' | 'danger';
}

export function ProgressBar({ label, value, max, tone = 'accent' }: ProgressBarProps) {
  const percent = progressPercent(value, max);
  const filled = { '--filled': `${percent}%` } as unknown as CSSProperties;
  return (
    <div
      className={styles.bar}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      style={filled}
    />
  );
}

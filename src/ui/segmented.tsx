import { useId, useState } from 'react';
import { classes } from './classes.ts';
import { segmentValue } from '@espalier/core/frame';
import styles from './segmented.module.css';

interface Segment<K extends string> {
  readonly key: K;
  readonly title: string;
  readonly disabled?: boolean;
}

interface SegmentedProps<K extends string> {
  readonly label: string;
  readonly options: readonly Segment<K>[];
  readonly value: string | null;
  readonly onChange: (key: K) => void;
}

/** A choice among few, side by side: styled radio buttons. A value that is not an enabled option falls back (RL-07.4). */
export function Segmented<K extends string>({ label, options, value, onChange }: SegmentedProps<K>) {
  const name = useId();
  const [before, setBefore] = useState<K | undefined>(undefined);
  const chosen = segmentValue(options, value, before ?? null);
  if (chosen !== before) setBefore(chosen);
  return (
    <div className={styles.group} role="radiogroup" aria-label={label}>
      {options.map(({ key, title, disabled = false }) => (
        <label key={key} className={classes(styles.option, disabled && styles.disabled)}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={key === chosen}
            disabled={disabled}
            onChange={() => onChange(key)}
          />
          {title}
        </label>
      ))}
    </div>
  );
}

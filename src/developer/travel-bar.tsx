import type { KeyboardEvent } from 'react';
import { IconButton } from '../ui/button.tsx';
import styles from './panel.module.css';

interface TravelBarProps {
  readonly first: number;
  readonly last: number;
  /** The moment after this action is chosen. */
  readonly seq: number;
  /** Type of that action; null before the first one. */
  readonly type: string | null;
  readonly onGo: (seq: number) => void;
  /** To the previous or next listed action. */
  readonly onStep: (by: -1 | 1) => void;
}

/** Through time by slider, by steps, and by the keys of the slider. */
export function TravelBar({ first, last, seq, type, onGo, onStep }: TravelBarProps) {
  const press = (event: KeyboardEvent) => {
    // Browsers move a slider by a tenth of its range per page key, which in a long session is too far.
    const by = { PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onGo(Math.min(Math.max(seq + by, first), last));
  };
  return (
    <div className={styles.travel} role="group" aria-label="Time travel">
      <IconButton icon="chevron-double-lg-left" label="First moment" size="small" onClick={() => onGo(first)} />
      <IconButton icon="chevron-lg-left" label="Step back" size="small" onClick={() => onStep(-1)} />
      <input
        className={styles.slider}
        type="range"
        aria-label="Moment"
        aria-valuetext={`Action ${seq} of ${last}${type === null ? '' : `: ${type}`}`}
        min={first}
        max={last}
        value={seq}
        onChange={(event) => onGo(Number(event.target.value))}
        onKeyDown={press}
      />
      <IconButton icon="chevron-lg-right" label="Step forward" size="small" onClick={() => onStep(1)} />
      <IconButton icon="chevron-double-lg-right" label="Last moment" size="small" onClick={() => onGo(last)} />
      <output className={styles.place}>
        {seq} / {last}
      </output>
    </div>
  );
}

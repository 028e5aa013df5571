import { useEffect, useRef, useState } from 'react';
import { CHANGE_TEXTS } from '@espalier/core/bulk/edit';
import { readWeight, WEIGHT_ERROR } from '@espalier/core/work-item';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './bulk-bar.module.css';

interface WeightPanelProps {
  readonly onSave: (weight: number | null) => void;
  readonly onClose: () => void;
}

/** One weight for all; an empty field takes the weights away. */
export function WeightPanel({ onSave, onClose }: WeightPanelProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readWeight(text);
        if (read === null) setError(WEIGHT_ERROR);
        else onSave(read.weight);
      }}
    >
      <TextField
        ref={field}
        label={CHANGE_TEXTS.weight}
        inputMode="numeric"
        autoComplete="off"
        placeholder="None"
        value={text}
        error={error}
        onChange={setText}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" size="small">
          Apply
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

import { useState } from 'react';
import { CHANGE_TEXTS } from '@espalier/core/bulk/edit';
import { usePorts } from '../ports/context.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import styles from './bulk-bar.module.css';

interface DatePanelProps {
  readonly field: 'startDate' | 'dueDate';
  readonly onSave: (day: string | null) => void;
  readonly onClose: () => void;
}

/** WI-15.27: one day for all; an empty field takes the dates away. */
export function DatePanel({ field, onSave, onClose }: DatePanelProps) {
  const { clock } = usePorts();
  const [day, setDay] = useState<string | null>(null);
  const [unread, setUnread] = useState(false);
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        if (!unread) onSave(day);
      }}
    >
      <DatePicker
        label={CHANGE_TEXTS[field]}
        autoFocus
        today={clock.today()}
        value={day}
        onUnread={setUnread}
        onChange={setDay}
        onEnter={() => onSave(day)}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" size="small" disabled={unread}>
          Apply
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

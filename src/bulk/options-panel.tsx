import { useState } from 'react';
import { bulkActions } from '@espalier/core/bulk';
import type { BulkChange, BulkField } from '@espalier/core/bulk';
import { CHANGE_TEXTS, NO_PLACE, selectBulkOptions, SHARE_TEXTS, tickedChange, tickOf } from '@espalier/core/bulk/edit';
import type { Ticks } from '@espalier/core/bulk/edit';
import { FIELD_TEXTS } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import styles from './bulk-bar.module.css';

interface OptionsPanelProps {
  readonly field: BulkField;
  readonly onSave: (change: BulkChange) => void;
  readonly onClose: () => void;
}

/** Labels and people to be added and taken away, or the one milestone. Nothing is saved before "Apply". */
export function OptionsPanel({ field, onSave, onClose }: OptionsPanelProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectBulkOptions);
  const [ticks, setTicks] = useState<Ticks>({});
  if (list === null) {
    return (
      <p className={styles.panel} role="alert">
        {NO_PLACE}
      </p>
    );
  }
  const { asked, loading, error } = list;
  const search = {
    search: asked.search,
    onSearch: (text: string) => {
      if (text !== asked.search) dispatch(bulkActions.searched({ asked: { ...asked, search: text } }));
    },
    loading,
    error,
    empty: loading ? 'Loading' : FIELD_TEXTS.noMatches,
    autoFocus: true,
  };
  if (asked.field === 'milestone') {
    return (
      <div className={styles.panel}>
        <MultiSelect
          {...search}
          label={CHANGE_TEXTS.milestone}
          single
          options={[
            { id: '', label: FIELD_TEXTS.noMilestone },
            ...list.milestones.map(({ id, title }) => ({ id, label: title })),
          ]}
          chosen={[]}
          onToggle={(id) =>
            onSave({ field: 'milestone', milestone: list.milestones.find((each) => each.id === id) ?? null })
          }
        />
      </div>
    );
  }
  const change = tickedChange(list, ticks);
  return (
    <div className={styles.panel}>
      <MultiSelect
        {...search}
        label={CHANGE_TEXTS[field]}
        options={list.things.map(({ id, label, hint, color, share }) => ({
          id,
          label,
          ...(color !== undefined && { color }),
          hint: ticks[id] === undefined && share === 'some' ? SHARE_TEXTS.some : hint,
        }))}
        chosen={list.things.filter(({ id, share }) => tickOf(ticks, id, share)).map(({ id }) => id)}
        onToggle={(id) => {
          const thing = list.things.find((each) => each.id === id);
          if (thing !== undefined) setTicks({ ...ticks, [id]: !tickOf(ticks, id, thing.share) });
        }}
      />
      <div className={styles.buttons}>
        <Button look="primary" size="small" disabled={change === null} onClick={() => change && onSave(change)}>
          Apply
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

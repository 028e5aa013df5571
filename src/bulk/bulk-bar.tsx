import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { bulkActions } from '@espalier/core/bulk';
import type { BulkChange, BulkField } from '@espalier/core/bulk';
import {
  bulkSaga,
  CHANGE_TEXTS,
  selectBulkBar,
  selectOptionPlace,
  STATE_CHANGES,
  VISIBILITY_CHANGES,
} from '@espalier/core/bulk/edit';
import { HEALTH_CHOICES } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector, useAppStore, useWatch } from '../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { DatePanel } from './date-panel.tsx';
import { OptionsPanel } from './options-panel.tsx';
import { WeightPanel } from './weight-panel.tsx';
import styles from './bulk-bar.module.css';

/** WI-15.21: what is selected, and what can be changed of it. */
export function BulkBar() {
  const watch = useWatch();
  useEffect(() => watch('bulk', bulkSaga), [watch]);
  const bar = useAppSelector(selectBulkBar);
  return bar && <Bar bar={bar} />;
}

/** The row that had the focus, or the first one. */
const ROW = 'main [data-row][tabindex="0"], main [data-item] a';

function Bar({ bar }: { readonly bar: NonNullable<ReturnType<typeof selectBulkBar>> }) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [open, setOpen] = useState<BulkField | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const section = useRef<HTMLElement>(null);
  // What had the focus goes with the bar.
  useLayoutEffect(() => {
    const element = section.current;
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>(ROW)?.focus({ preventScroll: true });
    };
  }, []);
  // WI-15.23: what is offered is of the place of all that are selected.
  const place = useAppSelector((state) => {
    const { kind, fullPath } = selectOptionPlace(state) ?? { kind: '', fullPath: '' };
    return `${kind} ${fullPath}`;
  });
  const shownPlace = useRef(place);
  useEffect(() => {
    if (shownPlace.current === place) return;
    shownPlace.current = place;
    setOpen(null);
    dispatch(bulkActions.searched({ asked: null }));
  }, [dispatch, place]);

  const close = () => {
    setOpen(null);
    dispatch(bulkActions.searched({ asked: null }));
    opener.current?.focus();
  };
  const save = (change: BulkChange) => {
    dispatch(bulkActions.editAsked({ change }));
    if (open !== null) close();
  };
  const show = (field: BulkField) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const at = selectOptionPlace(store.getState());
    if (field === 'labels' || field === 'assignees' || field === 'milestone') {
      dispatch(bulkActions.searched({ asked: at && { field, place: at, search: '' } }));
    }
    setOpen(field);
  };
  const menu = (field: BulkField, entries: readonly { readonly label: string; readonly change: BulkChange }[]) => (
    <MenuButton
      key={field}
      label={CHANGE_TEXTS[field]}
      look="quiet"
      size="small"
      entries={entries.map(({ label }) => ({ key: label, label }))}
      onChoose={(chosen) => {
        const entry = entries.find(({ label }) => label === chosen);
        if (entry !== undefined) save(entry.change);
      }}
    />
  );
  const panel = (field: BulkField) => (
    <Button
      key={field}
      look="quiet"
      size="small"
      aria-expanded={open === field}
      onClick={() => (open === field ? close() : show(field))}
    >
      {CHANGE_TEXTS[field]}
    </Button>
  );
  const health = HEALTH_CHOICES.map(({ value, label }) => ({
    label,
    change: { field: 'health', healthStatus: value } as const,
  }));
  const controls: Readonly<Record<BulkField, ReactNode>> = {
    state: menu('state', STATE_CHANGES),
    confidential: menu('confidential', VISIBILITY_CHANGES),
    health: menu('health', health),
    labels: panel('labels'),
    assignees: panel('assignees'),
    milestone: panel('milestone'),
    weight: panel('weight'),
    startDate: panel('startDate'),
    dueDate: panel('dueDate'),
  };
  return (
    <section
      ref={section}
      className={styles.bar}
      aria-label="Selected items"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        if (open !== null) close();
        else dispatch(bulkActions.cleared());
      }}
    >
      {open === 'weight' && <WeightPanel onSave={(weight) => save({ field: 'weight', weight })} onClose={close} />}
      {(open === 'startDate' || open === 'dueDate') && (
        <DatePanel key={open} field={open} onSave={(day) => save({ field: open, day })} onClose={close} />
      )}
      {(open === 'labels' || open === 'assignees' || open === 'milestone') && (
        <OptionsPanel field={open} onSave={save} onClose={close} />
      )}
      <div className={styles.line}>
        <span className={styles.count} role="status">
          {bar.saving > 0 ? `Saving ${bar.saving}…` : `${bar.count} selected`}
        </span>
        {bar.fields.map((field) => controls[field])}
        <IconButton
          className={styles.end}
          icon="close"
          size="small"
          label="Clear selection"
          onClick={() => dispatch(bulkActions.cleared())}
        />
      </div>
    </section>
  );
}

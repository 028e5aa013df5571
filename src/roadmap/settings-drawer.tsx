import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { RoadmapView } from '@espalier/core/roadmap';
import {
  MILESTONES_CHOICES,
  PROGRESS_CHOICES,
  STATE_CHOICES,
  PRESET_LABELS,
  presetsOf,
  RANGE_CHOICES,
  withRange,
} from '@espalier/core/roadmap';
import { IconButton, Switch } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import styles from './settings-drawer.module.css';

interface SettingsDrawerProps {
  readonly view: RoadmapView;
  readonly onChange: (view: RoadmapView) => void;
  readonly onClose: () => void;
}

/** RM-05, RM-23: next to the roadmap, which can be used while the drawer is open. */
export function SettingsDrawer({ view, onChange, onClose }: SettingsDrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    drawer.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <aside
      ref={drawer}
      className={styles.drawer}
      role="dialog"
      aria-label="Roadmap settings"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={styles.top}>
        <h2 className={styles.title}>Roadmap settings</h2>
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </div>
      <Group name="Date range">
        <RangeChoice view={view} onChange={onChange} />
      </Group>
      <Group name="Milestones">
        <Switch checked={view.showMilestones} onChange={(showMilestones) => onChange({ ...view, showMilestones })}>
          Display milestones
        </Switch>
        {view.showMilestones && (
          <Radios
            label="Milestones"
            value={view.milestonesType}
            choices={MILESTONES_CHOICES}
            onChange={(milestonesType) => onChange({ ...view, milestonesType })}
          />
        )}
      </Group>
      <Group name="Epics">
        <Radios
          label="Epics"
          value={view.state}
          choices={STATE_CHOICES}
          onChange={(state) => onChange({ ...view, state })}
        />
      </Group>
      <Group name="Progress tracking">
        <Switch checked={view.showProgress} onChange={(showProgress) => onChange({ ...view, showProgress })}>
          Display progress of child issues
        </Switch>
        {view.showProgress && (
          <Radios
            label="Progress"
            value={view.progressBy}
            choices={PROGRESS_CHOICES}
            onChange={(progressBy) => onChange({ ...view, progressBy })}
          />
        )}
      </Group>
    </aside>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{name}</h3>
      {children}
    </section>
  );
}

interface RadiosProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

function Radios<V extends string>({ label, value, choices, onChange }: RadiosProps<V>) {
  const name = useId();
  return (
    <div className={styles.radios} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.radio}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

interface RangeChoiceProps {
  readonly view: RoadmapView;
  readonly onChange: (view: RoadmapView) => void;
}

/** RM-05: the range, and its cells where there is a choice. */
export function RangeChoice({ view, onChange }: RangeChoiceProps) {
  const presets = presetsOf(view.range);
  return (
    <>
      <Select
        label="Date range"
        value={view.range}
        options={RANGE_CHOICES}
        onChange={(range) => onChange(withRange(view, range))}
      />
      {presets.length > 1 && (
        <Segmented
          label="Cells"
          value={view.preset}
          options={presets.map((key) => ({ key, title: PRESET_LABELS[key] }))}
          onChange={(preset) => onChange({ ...view, preset })}
        />
      )}
    </>
  );
}

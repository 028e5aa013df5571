import type { ReactNode } from 'react';
import type { Label, ShownLabelForm } from '@espalier/core/work-item';
import { Button } from '../ui/button.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { NewLabelForm } from './new-label-form.tsx';
import type { NewLabelActions } from './new-label-form.tsx';
import styles from './label-picker.module.css';

interface LabelPickerProps {
  /** Whose label a new one will be. */
  readonly owner: 'group' | 'project';
  readonly picker: {
    readonly search: string;
    readonly labels: readonly (Label & { readonly ticked: boolean })[];
    readonly hint: string | null;
    readonly creatable: string | null;
    readonly empty: string | null;
    readonly newLabel: ShownLabelForm | null;
  };
  readonly loading: boolean;
  /** Stands where the labels could not be read. */
  readonly failure: ReactNode;
  readonly onTick: (label: Label, ticked: boolean) => void;
  readonly onSearch: (search: string) => void;
  readonly onCreate: () => void;
  readonly newLabel: NewLabelActions;
}

/** EP-08, WI-04: labels to be ticked, searched and made. */
export function LabelPicker({
  owner,
  picker,
  loading,
  failure,
  newLabel,
  onTick,
  onSearch,
  onCreate,
}: LabelPickerProps) {
  const { search, labels, hint, creatable, empty, newLabel: form } = picker;
  if (form !== null) return <NewLabelForm owner={owner} form={form} {...newLabel} />;
  const create = `Create ${owner} label`;
  return (
    <div className={styles.editor}>
      <MultiSelect
        label="Search labels"
        autoFocus
        options={labels.map(({ id, title, color, description }) => ({
          id,
          label: title,
          color,
          ...(description === null || description === '' ? {} : { hint: description }),
        }))}
        chosen={labels.filter(({ ticked }) => ticked).map(({ id }) => id)}
        onToggle={(id) => {
          const label = labels.find((option) => option.id === id);
          if (label !== undefined) onTick(label, !label.ticked);
        }}
        search={search}
        onSearch={(text) => {
          if (text !== search) onSearch(text);
        }}
        loading={loading}
        empty={empty ?? 'Loading'}
        create={creatable === null ? null : { label: `${create} “${creatable}”`, onCreate }}
      />
      {hint !== null && <p className={styles.note}>{hint}</p>}
      {failure}
      <Button className={styles.edit} look="link" onClick={onCreate}>
        {create}
      </Button>
    </div>
  );
}

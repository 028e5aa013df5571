import { memo } from 'react';
import type { Label } from '@espalier/core/work-item';
import type { ShownPicker } from '@espalier/core/work-item/fields';
import { itemEdits, itemFieldActions } from '@espalier/core/work-item/fields';
import { useAppDispatch } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { ItemField, None, PickerFailure, useItemId } from './item-field.tsx';
import { ItemLabel } from './item-signs.tsx';
import { LabelPicker } from './label-picker.tsx';
import { usePicker } from './use-picker.ts';
import styles from './work-item-page.module.css';

interface LabelsFieldProps {
  readonly labels: readonly Label[];
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-04: the labels; the picker saves all that was ticked when it is closed, Escape closes it without. */
export const LabelsField = memo(function LabelsField({ labels, mayChange, saving }: LabelsFieldProps) {
  const { editor, picker } = usePicker('labels', mayChange, (item) => itemEdits.labelsChanged({ id: item }));
  return (
    <ItemField title="Labels" editor={editor} saving={saving}>
      {labels.length === 0 ? (
        <None />
      ) : (
        <ul className={styles.labels} role="list" aria-label="Labels">
          {labels.map((label) => (
            <OneLabel key={label.id} label={label} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {picker && <Picker picker={picker} />}
    </ItemField>
  );
});

const OneLabel = memo(function OneLabel({ label, mayChange }: { readonly label: Label; readonly mayChange: boolean }) {
  const dispatch = useAppDispatch();
  const id = useItemId();
  return (
    <li className={styles.label}>
      <ItemLabel label={label} />
      {mayChange && (
        <IconButton
          icon="close"
          label={`Remove ${label.title}`}
          size="small"
          onClick={() => dispatch(itemEdits.labelsChanged({ id, add: [], remove: [label.id] }))}
        />
      )}
    </li>
  );
});

function Picker({ picker }: { readonly picker: ShownPicker }) {
  const dispatch = useAppDispatch();
  return (
    <LabelPicker
      owner="project"
      picker={picker}
      loading={picker.loading}
      failure={<PickerFailure text={picker.error} />}
      onTick={(label, ticked) => dispatch(itemFieldActions.labelTicked({ label, ticked }))}
      onSearch={(search) => dispatch(itemFieldActions.pickerSearched({ search }))}
      onCreate={() => dispatch(itemFieldActions.newLabelOpened())}
      newLabel={{
        onTitle: (title) => dispatch(itemFieldActions.newLabelTitleChanged({ title })),
        onColor: (color) => dispatch(itemFieldActions.newLabelColorChanged({ color })),
        onSubmit: () => dispatch(itemFieldActions.newLabelSubmitted()),
        onClose: () => dispatch(itemFieldActions.newLabelClosed()),
      }}
    />
  );
}

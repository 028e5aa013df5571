import { memo } from 'react';
import type { ShownPicker } from '@espalier/core/work-item/fields';
import { FIELD_TEXTS, itemEdits, itemFieldActions } from '@espalier/core/work-item/fields';
import { useAppDispatch } from '../store.ts';
import { Link } from '../ui/link.tsx';
import { ItemField, None } from './item-field.tsx';
import { PickerList } from './picker-list.tsx';
import { usePicker } from './use-picker.ts';
import styles from './work-item-page.module.css';

/** Stands for no iteration in the list. */
const NO_ITERATION = 'no-iteration-id';

interface IterationFieldProps {
  readonly id: string;
  /** As it is called; null: there is none. */
  readonly iteration: string | null;
  /** Of its page, once it is known. */
  readonly path: string | undefined;
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-07.20: in which iteration it is worked on, chosen from a list, which saves the choice at once. */
export const IterationField = memo(function IterationField({
  id,
  iteration,
  path,
  mayChange,
  saving,
}: IterationFieldProps) {
  const { editor, picker } = usePicker('iteration', mayChange, () => itemFieldActions.pickerClosed());
  return (
    <ItemField title="Iteration" editor={editor} saving={saving}>
      {iteration === null ? (
        <None />
      ) : path === undefined ? (
        iteration
      ) : (
        <Link to={path} dir="auto">
          {iteration}
        </Link>
      )}
      {picker && <IterationPicker picker={picker} id={id} />}
    </ItemField>
  );
});

function IterationPicker({ picker, id }: { readonly picker: ShownPicker; readonly id: string }) {
  const dispatch = useAppDispatch();
  const { iterations, iterationId, search } = picker;
  const none = search.trim() === '' ? [{ id: NO_ITERATION, label: FIELD_TEXTS.noIteration }] : [];
  const offered = iterations.map(({ iteration, label, days }) => ({
    id: iteration.id,
    label,
    ...(days === null ? {} : { hint: days }),
  }));
  return (
    <div className={styles.editor}>
      <PickerList
        picker={picker}
        label="Search iterations"
        single
        options={[...none, ...offered]}
        chosen={[iterationId ?? NO_ITERATION]}
        onToggle={(chosen) => {
          const found = iterations.find(({ iteration }) => iteration.id === chosen);
          dispatch(itemEdits.iterationChanged({ id, iteration: found?.iteration ?? null }));
        }}
      />
    </div>
  );
}

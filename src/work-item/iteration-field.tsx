import { FIELD_TEXTS, itemEdits, itemFieldActions, selectItemPicker } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { MultiSelect } from '../ui/multi-select.tsx';
import { ItemField, None, PickerFailure } from './item-field.tsx';
import { usePicker } from './use-picker.ts';
import styles from './work-item-page.module.css';

/** Stands for no iteration in the list. */
const NO_ITERATION = 'no-iteration-id';

interface IterationFieldProps {
  readonly id: string;
  /** As it is called; null: there is none. */
  readonly iteration: string | null;
  readonly mayChange: boolean;
  readonly saving: boolean;
}

/** WI-07.20: in which iteration it is worked on, chosen from a list, which saves the choice at once. */
export function IterationField({ id, iteration, mayChange, saving }: IterationFieldProps) {
  const { editor, open } = usePicker('iteration', mayChange, () => itemFieldActions.pickerClosed());
  return (
    <ItemField title="Iteration" editor={editor} saving={saving}>
      {iteration ?? <None />}
      {open && <IterationPicker id={id} />}
    </ItemField>
  );
}

function IterationPicker({ id }: { readonly id: string }) {
  const dispatch = useAppDispatch();
  const picker = useAppSelector(selectItemPicker);
  if (picker === null) return null;
  const { iterations, iterationId, search, loading, error, empty, hint } = picker;
  const none = search.trim() === '' ? [{ id: NO_ITERATION, label: FIELD_TEXTS.noIteration }] : [];
  const offered = iterations.map(({ iteration, label, days }) => ({
    id: iteration.id,
    label,
    ...(days === null ? {} : { hint: days }),
  }));
  const choose = (chosen: string) => {
    const found = iterations.find(({ iteration }) => iteration.id === chosen);
    dispatch(itemEdits.iterationChanged({ id, iteration: found?.iteration ?? null }));
  };
  return (
    <div className={styles.editor}>
      <MultiSelect
        label="Search iterations"
        autoFocus
        single
        options={[...none, ...offered]}
        chosen={[iterationId ?? NO_ITERATION]}
        onToggle={choose}
        search={search}
        onSearch={(text) => {
          if (text !== search) dispatch(itemFieldActions.pickerSearched({ search: text }));
        }}
        loading={loading}
        empty={empty ?? 'Loading'}
      />
      {hint !== null && <p className={styles.note}>{hint}</p>}
      <PickerFailure text={error} />
    </div>
  );
}

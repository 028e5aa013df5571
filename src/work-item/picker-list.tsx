import { itemFieldActions } from '@espalier/core/work-item/fields';
import type { ShownPicker } from '@espalier/core/work-item/fields';
import { useAppDispatch } from '../store.ts';
import { MultiSelect } from '../ui/multi-select.tsx';
import type { MultiSelectProps } from '../ui/multi-select.tsx';
import { PickerFailure } from './item-field.tsx';
import styles from './work-item-page.module.css';

interface PickerListProps extends Pick<MultiSelectProps, 'label' | 'options' | 'chosen' | 'single' | 'onToggle'> {
  readonly picker: ShownPicker;
}

/** WI-03.3: the list of a field that is open: searched, read and failed as the core says. */
export function PickerList({ picker, ...list }: PickerListProps) {
  const dispatch = useAppDispatch();
  const { search, loading, error, empty, hint } = picker;
  return (
    <>
      <MultiSelect
        {...list}
        autoFocus
        search={search}
        onSearch={(text) => {
          if (text !== search) dispatch(itemFieldActions.pickerSearched({ search: text }));
        }}
        loading={loading}
        empty={empty ?? 'Loading'}
      />
      {hint !== null && <p className={styles.note}>{hint}</p>}
      <PickerFailure text={error} />
    </>
  );
}

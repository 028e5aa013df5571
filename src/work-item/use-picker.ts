import type { Action } from '@espalier/core';
import type { PickerField, ShownPicker } from '@espalier/core/work-item/fields';
import { itemFieldActions, selectItemPicker } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { useItemId } from './item-field.tsx';
import type { Editor } from '../ui/use-editable.ts';

/** The picker of a field; null: it is not open. At most one is. `save` is done when it is closed; Escape closes it without. */
export function usePicker(
  field: PickerField,
  mayChange: boolean,
  save: (id: string) => Action,
): { readonly picker: ShownPicker | null; readonly editor: Editor | null } {
  const dispatch = useAppDispatch();
  const id = useItemId();
  const picker = useAppSelector((state) => {
    const open = selectItemPicker(state);
    return open?.id === id && open.field === field ? open : null;
  });
  if (!mayChange) return { picker: null, editor: null };
  return {
    picker,
    editor: {
      open: picker !== null,
      onOpen: () => dispatch(itemFieldActions.pickerOpened({ id, field })),
      onClose: () => dispatch(save(id)),
      onDiscard: () => dispatch(itemFieldActions.pickerClosed()),
    },
  };
}

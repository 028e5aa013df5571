import type { Action } from '@espalier/core';
import type { PickerField } from '@espalier/core/work-item/fields';
import { itemFieldActions, selectItemPicker } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { useItemId } from './item-field.tsx';
import type { Editor } from '../ui/use-editable.ts';

/** The picker of a field: at most one is open. `save` is done when it is closed; Escape closes it without. */
export function usePicker(
  field: PickerField,
  mayChange: boolean,
  save: (id: string) => Action,
): { readonly open: boolean; readonly editor: Editor | null } {
  const dispatch = useAppDispatch();
  const id = useItemId();
  const isOpen = useAppSelector((state) => {
    const picker = selectItemPicker(state);
    return picker?.id === id && picker.field === field;
  });
  const open = isOpen && mayChange;
  if (!mayChange) return { open, editor: null };
  return {
    open,
    editor: {
      open,
      onOpen: () => dispatch(itemFieldActions.pickerOpened({ id, field })),
      onClose: () => dispatch(save(id)),
      onDiscard: () => dispatch(itemFieldActions.pickerClosed()),
    },
  };
}

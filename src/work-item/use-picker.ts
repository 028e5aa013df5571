import type { Action } from '@espalier/core';
import type { PickerField } from '@espalier/core/work-item/fields';
import { itemFieldActions, selectItemPicker } from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import type { Editor } from '../ui/use-editable.ts';

/** The picker of a field: at most one is open. `save` is done when it is closed; Escape closes it without. */
export function usePicker(
  field: PickerField,
  mayChange: boolean,
  save: () => Action,
): { readonly open: boolean; readonly editor: Editor | null } {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => selectItemPicker(state)?.field === field) && mayChange;
  if (!mayChange) return { open, editor: null };
  return {
    open,
    editor: {
      open,
      onOpen: () => dispatch(itemFieldActions.pickerOpened({ field })),
      onClose: () => dispatch(save()),
      onDiscard: () => dispatch(itemFieldActions.pickerClosed()),
    },
  };
}

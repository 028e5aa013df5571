import { bulkActions, selectSelecting } from '@espalier/core/bulk';
import { selectSignedIn } from '@espalier/core/access';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';

/** TR-05.55: gives every row of a list a checkbox; pressed again it ends the selection. */
export function SelectToggle() {
  const dispatch = useAppDispatch();
  const selecting = useAppSelector(selectSelecting);
  const signedIn = useAppSelector(selectSignedIn);
  if (!signedIn) return null;
  return (
    <Button aria-pressed={selecting} onClick={() => dispatch(bulkActions.modeToggled())}>
      Select
    </Button>
  );
}

import { useEffect } from 'react';
import type { ExtrasSubject } from '@espalier/core/work-item/extras';
import { extrasActions, itemExtrasSaga } from '@espalier/core/work-item/extras';
import { useAppDispatch, useWatch } from '../store.ts';

/** Reads what stands beside an item's fields, for as long as the item is shown. Null: it is not known yet. */
export function useExtras(id: string | null, epic: ExtrasSubject['epic'] = null): void {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const { fullPath, iid } = epic ?? { fullPath: null, iid: null };
  useEffect(() => {
    if (id === null) return;
    watch('itemExtras', itemExtrasSaga);
    dispatch(extrasActions.opened({ id, epic: fullPath === null ? null : { fullPath, iid } }));
    return () => void dispatch(extrasActions.closed({ id }));
  }, [watch, dispatch, id, fullPath, iid]);
}

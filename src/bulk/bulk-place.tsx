import { useEffect } from 'react';
import { bulkActions, leftOf, selectSelected } from '@espalier/core/bulk';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';

const loadBar = () => import('./bulk-bar.tsx');

interface BulkPlaceProps<R> {
  readonly shown: readonly R[];
  readonly idsOf: (shown: readonly R[]) => readonly string[];
}

/** Below a tree or list: the bar for what is selected. What is not shown any more leaves the selection, which ends with its list (TR-05.56). */
export function BulkPlace<R>({ shown, idsOf }: BulkPlaceProps<R>) {
  const dispatch = useAppDispatch();
  const selected = useAppSelector(selectSelected);
  const { module, failed, retry } = useLazy(loadBar, selected.length > 0);
  useEffect(() => {
    const ids = selected.length === 0 ? [] : leftOf(selected, idsOf(shown));
    if (ids.length > 0) dispatch(bulkActions.itemsLeft({ ids }));
  }, [dispatch, idsOf, selected, shown]);
  useEffect(() => () => void dispatch(bulkActions.cleared()), [dispatch]);
  if (failed) {
    return <PopupFailure what="The bar" onRetry={retry} onClose={() => dispatch(bulkActions.cleared())} />;
  }
  return module === null ? null : <module.BulkBar />;
}

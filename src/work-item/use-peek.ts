import { useCallback, useEffect } from 'react';
import { itemNumber, selectIsPeeking, workItemActions } from '@espalier/core/work-item';
import { useAppDispatch, useAppSelector, useAppStore, usePlace } from '../store.ts';

/** Milliseconds for which a row has the focus before the panel goes along: who runs through many rows reads none of them. */
const REST = 150;

/** WI-14.5: the panel shows the item of the active row of the page for as long as it is open; answers what opens it for a row, or closes it. Epics have pages only. */
export function usePeek(activeId: string | null): (id: string) => void {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const peeking = useAppSelector(selectIsPeeking);
  const isOver = usePlace() !== undefined;
  const show = useCallback(
    (id: string) => {
      const number = itemNumber(id);
      if (number !== null) dispatch(workItemActions.overOpened({ projectPath: null, by: 'id', number, as: 'panel' }));
    },
    [dispatch],
  );
  useEffect(() => {
    if (isOver || !peeking || activeId === null) return;
    const timer = window.setTimeout(() => show(activeId), REST);
    return () => window.clearTimeout(timer);
  }, [activeId, isOver, peeking, show]);
  return useCallback(
    (id: string) => {
      if (isOver) return;
      if (selectIsPeeking(store.getState())) dispatch(workItemActions.overClosed());
      else show(id);
    },
    [dispatch, isOver, show, store],
  );
}

import { useMemo } from 'react';
import { epicActions } from '@espalier/core/epic';
import type { EpicOver, ItemOver } from '@espalier/core/frame';
import { madeIn } from '@espalier/core/store';
import type { OverKind } from '@espalier/core/work-item';
import { isEpicOver, workItemActions } from '@espalier/core/work-item';
import { useAppDispatch, useAppStore } from '../store.ts';

/** An item or an epic. */
export type Over = ItemOver | EpicOver;

interface Overs {
  readonly open: (shown: Over, as: OverKind) => void;
  readonly close: () => void;
}

/** WI-14.10: says what is over the page. One thing is: whatever is opened takes the place of what was there. */
export function useOver(): Overs {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useMemo(
    () => ({
      open(shown, as) {
        if ('by' in shown) return dispatch(workItemActions.overOpened({ ...shown, as }));
        // What is read, listened to and typed of the item ends with it.
        if (store.getState().workItem.over.route !== null) dispatch(workItemActions.overClosed());
        dispatch(madeIn(epicActions.epicPageOpened({ ...shown, as }), 'over'));
      },
      close: () =>
        dispatch(
          isEpicOver(store.getState()) ? madeIn(epicActions.epicPageClosed(), 'over') : workItemActions.overClosed(),
        ),
    }),
    [dispatch, store],
  );
}

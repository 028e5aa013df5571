import { useMemo } from 'react';
import { epicActions } from '@espalier/core/epic';
import type { EpicOver, ItemOver } from '@espalier/core/frame';
import { madeIn } from '@espalier/core/store';
import type { OverKind } from '@espalier/core/work-item';
import { isEpicOver, workItemActions } from '@espalier/core/work-item';
import { useAppDispatch, useAppStore } from '../store.ts';

/** An item or an epic. */
export type Over = ItemOver | EpicOver;

interface Opener {
  readonly open: (shown: Over, as: OverKind) => void;
  readonly close: () => void;
}

/** WI-14.10: says what is over the page. One thing is: whatever is opened takes the place of what was there. */
export function useOver(): Opener {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useMemo(
    () => ({
      open(shown, as) {
        dispatch(
          'by' in shown
            ? workItemActions.overOpened({ ...shown, as })
            : madeIn(epicActions.epicPageOpened({ ...shown, as }), 'over'),
        );
      },
      close: () =>
        dispatch(
          isEpicOver(store.getState()) ? madeIn(epicActions.epicPageClosed(), 'over') : workItemActions.overClosed(),
        ),
    }),
    [dispatch, store],
  );
}

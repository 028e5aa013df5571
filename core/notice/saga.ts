import type { Ports } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, take } from 'typed-redux-saga';
import { sleep } from '../store/effects.ts';
import { draftOf, noticeActions, noticeReducer } from './slice.ts';

/** BD-04.1: a toast hides itself after this many milliseconds; never less than the minimum. */
export const TOAST = { hideAfter: 5000, minimum: 1000 } as const;

const raisesToast = (action: { readonly type: string }): boolean => draftOf(action as Stamped)?.kind === 'toast';

const matters = (action: { readonly type: string }): boolean =>
  raisesToast(action) ||
  noticeActions.toastHovered.match(action) ||
  noticeActions.toastLeft.match(action) ||
  noticeActions.dismissed.match(action);

/** BD-04.2: hovering pauses; leaving starts the full time again. One timer per toast. */
function* noticeSaga(ports: Ports): Generator {
  const timers = new Map<string, Task>();
  const delays = new Map<string, number>();
  const hideLater = function* (id: string): Generator {
    yield* call(sleep, ports.clock, delays.get(id) ?? TOAST.hideAfter);
    timers.delete(id);
    yield* put(noticeActions.dismissed({ id }));
  };
  for (;;) {
    const action = (yield* take(matters)) as Stamped<{ id: string }>;
    const id = raisesToast(action) ? (action.meta.id ?? '') : action.payload.id;
    if (raisesToast(action)) delays.set(id, Math.max(TOAST.minimum, draftOf(action)?.hideAfter ?? TOAST.hideAfter));
    if (noticeActions.dismissed.match(action)) delays.delete(id);
    const running = timers.get(id);
    if (running !== undefined) {
      timers.delete(id);
      yield* cancel(running);
    }
    if (raisesToast(action) || noticeActions.toastLeft.match(action)) timers.set(id, yield* fork(hideLater, id));
  }
}

export const noticeDomain = { name: 'notice', reducer: noticeReducer, saga: noticeSaga } as const;

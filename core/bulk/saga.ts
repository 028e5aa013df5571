import type { Ports } from '../ports/index.ts';
import type { QueryRoot } from '../query/index.ts';
import type { Action } from '../store/action.ts';
import { fork, put, select, take } from 'typed-redux-saga';
import { commandActions } from '../command/slice.ts';
import { makeTogether, type Outcome } from '../mutation/index.ts';
import { noticeActions } from '../notice/index.ts';
import { observe } from '../query/index.ts';
import { outcomeNotice } from '../work-item/outcome.ts';
import { optionsQuery } from './queries.ts';
import { plan, type Root } from './select.ts';
import { bulkActions, type BulkChange } from './slice.ts';

/** Edits what is selected, and reads what can be chosen for it. */
export function* bulkSaga(ports: Ports): Generator {
  yield* fork(observe, ports, optionsQuery, {
    params: ({ bulk }: Root & QueryRoot) => bulk.asked,
    changes: [bulkActions.searched.type, bulkActions.cleared.type],
  });
  for (;;) {
    const { payload } = (yield* take(bulkActions.editAsked.type)) as unknown as Action<{ change: BulkChange }>;
    yield* fork(edit, ports, payload.change);
  }
}

/** WI-15.22, WI-15.24: one edit for each item, and one line of outcome once all are answered. */
function* edit(ports: Ports, change: BulkChange): Generator {
  const { edits, refused } = plan(yield* select((root: Root) => root), change);
  const made = yield* makeTogether(ports.ids, edits);
  const outcome: Outcome = { ...made, refused: [...made.refused, ...refused] };
  const { confirmed } = yield* select((root: Root) => root);
  const isNothing = outcome.changed === 0 && outcome.refused.length === 0;
  const notice = isNothing
    ? ({ kind: 'toast', text: NOTHING_CHANGES, scope: 'page' } as const)
    : outcomeNotice('', outcome, 0, confirmed);
  const undo = outcome.changed > 0 && {
    action: { label: 'Undo', event: commandActions.undoAsked({ together: made.together }) },
  };
  yield* put(noticeActions.raised({ ...notice, ...undo }));
}

export const NOTHING_CHANGES = 'Nothing to change: the selected items are like that already.';

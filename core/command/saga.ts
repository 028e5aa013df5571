import type { Ports } from '../ports/index.ts';
import type { Edit, ReversalVerdict, Way } from './history.ts';
import { fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { watchRecent } from './recent.ts';
import { watchSearch } from './search.ts';
import { makeTogether } from '../mutation/index.ts';
import { noticeActions } from '../notice/index.ts';
import { outcomeNotice } from '../work-item/outcome.ts';
import { withMeta, withNotice, type NoticeDraft } from '../store/action.ts';
import { CHILD_REMOVED, treeActions } from '../tree/index.ts';
import { commandActions, commandAnswers } from './slice.ts';
import {
  COMMAND_TEXTS,
  type CommandRoot,
  nothingText,
  refusedText,
  reversedText,
  togetherText,
  unmadeText,
} from './command.ts';

/** The palette's search, the recent places, undo and redo. */
export function* commandSaga(ports: Ports): Generator {
  yield* fork(watchUndo, ports);
  yield* fork(watchRemovals);
  yield* fork(watchSearch, ports);
  yield* fork(watchRecent, ports);
}

const isAsked = (action: { readonly type: string }): boolean =>
  commandActions.undoAsked.match(action) || commandActions.redoAsked.match(action);

/** RP-02.201: one after the other, each in the same tick, so that no other edit comes in between. */
export function* watchUndo(ports: Ports): Generator {
  for (;;) {
    yield* take(isAsked);
    const verdict = yield* select(({ command }: Pick<CommandRoot, 'command'>) => command.verdict);
    if (verdict === null) continue;
    const { way, edit } = verdict;
    if (edit === null) {
      yield* put(noticeActions.raised(toast(nothingText(way))));
    } else if ('actions' in verdict) {
      yield* fork(reverseTogether, ports, verdict);
    } else if (verdict.obstacle === null) {
      const action = withMeta(verdict.action, { reverses: { serial: edit.serial, way } });
      yield* put(withNotice(action, done(way, edit)));
    } else {
      const { reason, retryable } = verdict.obstacle;
      const refused = commandAnswers.reversalRefused({ serial: retryable ? null : edit.serial });
      yield* put(withNotice(refused, toast(refusedText(way, edit.name, reason))));
    }
  }
}

/** WI-09.20: a child of a work item that has left can be called back. One that leaves once more has its own toast (RP-02.209). */
function* watchRemovals(): Generator {
  yield* takeEvery(treeActions.removeConfirmed.committed.match, function* ({ payload: { id, asked } }) {
    const { history } = yield* select(({ command }: Pick<CommandRoot, 'command'>) => command);
    const edit = history.done.find(({ mutationId }) => mutationId === id);
    if (asked.kind !== 'item' || edit === undefined || edit.reverses !== null) return;
    const action = { label: COMMAND_TEXTS.undo, event: commandActions.undoAsked({ mutationId: id }) };
    yield* put(noticeActions.raised({ ...toast(CHILD_REMOVED), action }));
  });
}

/** RP-02.217: what was made together is reversed together, and its outcome is told in one line. */
function* reverseTogether(
  ports: Ports,
  { way, actions, stays }: Extract<ReversalVerdict, { readonly actions: unknown }>,
): Generator {
  for (const serial of stays) yield* put(commandAnswers.reversalRefused({ serial }));
  if (actions.length === 0) {
    yield* put(noticeActions.raised(toast(unmadeText(way, stays.length))));
    return;
  }
  const outcome = yield* makeTogether(ports.ids, actions);
  const state = yield* select((root: CommandRoot) => root);
  yield* put(noticeActions.raised(outcomeNotice(togetherText(way), outcome, stays.length, state.confirmed)));
}

const toast = (text: string): NoticeDraft => ({ kind: 'toast', text, scope: 'page' });

/** RP-02.209: a toast says what was undone, and offers to redo it. */
const done = (way: Way, { name }: Edit): NoticeDraft => ({
  ...toast(reversedText(way, name)),
  action:
    way === 'undo'
      ? { label: COMMAND_TEXTS.redo, event: commandActions.redoAsked() }
      : { label: COMMAND_TEXTS.undo, event: commandActions.undoAsked() },
});

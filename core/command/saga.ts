import type { Ports } from '../ports/index.ts';
import type { Edit, Way } from './history.ts';
import { fork, put, select, take } from 'typed-redux-saga';
import { watchRecent } from './recent.ts';
import { watchSearch } from './search.ts';
import { noticeActions } from '../notice/index.ts';
import { withMeta, withNotice, type NoticeDraft } from '../store/action.ts';
import { commandActions, commandAnswers } from './slice.ts';
import { COMMAND_TEXTS, type CommandRoot, nothingText, refusedText, reversedText } from './command.ts';

/** The palette's search, the recent places, undo and redo. */
export function* commandSaga(ports: Ports): Generator {
  yield* fork(watchUndo);
  yield* fork(watchSearch, ports);
  yield* fork(watchRecent, ports);
}

const isAsked = (action: { readonly type: string }): boolean =>
  commandActions.undoAsked.match(action) || commandActions.redoAsked.match(action);

/** RP-02.201: one after the other, each in the same tick, so that no other edit comes in between. */
export function* watchUndo(): Generator {
  for (;;) {
    yield* take(isAsked);
    const verdict = yield* select(({ command }: Pick<CommandRoot, 'command'>) => command.verdict);
    if (verdict === null) continue;
    const { way, edit } = verdict;
    if (edit === null) {
      yield* put(noticeActions.raised(toast(nothingText(way))));
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

const toast = (text: string): NoticeDraft => ({ kind: 'toast', text, scope: 'page' });

/** RP-02.209: a toast says what was undone, and offers to redo it. */
const done = (way: Way, { name }: Edit): NoticeDraft => ({
  ...toast(reversedText(way, name)),
  action:
    way === 'undo'
      ? { label: COMMAND_TEXTS.redo, event: commandActions.redoAsked() }
      : { label: COMMAND_TEXTS.undo, event: commandActions.undoAsked() },
});

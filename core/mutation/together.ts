import type { SagaGenerator } from 'typed-redux-saga';
import type { Ids } from '../ports/index.ts';
import type { Action, Stamped } from '../store/action.ts';
import type { Refused } from './mutation.ts';
import type { Pending } from './visible.ts';
import { buffers } from 'redux-saga';
import { actionChannel, flush, put, select, take } from 'typed-redux-saga';
import { withMeta } from '../store/action.ts';
import { mutationOf } from './mutation.ts';
import { mutationEvents } from './pending.ts';

/** Edits that are made together (RP-02.44 to RP-02.46): each a mutation of its own, with one outcome. */

/** A refused edit: its parameters, and why, in the words of the server where it has said some. */
export interface RefusedEdit {
  readonly asked: unknown;
  readonly words: string;
}

export interface Outcome {
  /** Their name. */
  readonly together: string;
  readonly changed: number;
  readonly refused: readonly RefusedEdit[];
}

/** RP-02.45: more than that are not shown before they are answered: each change of what is confirmed makes all of them again. */
const SHOWN_AT_ONCE = 100;

const resolvesSomething = (action: { readonly type: string }): boolean =>
  (action as Partial<Action>).meta?.resolves !== undefined;

/** Why an edit was refused, as its alert would say it. */
function wordsOf({ type, payload }: Stamped, state: object): string {
  const { asked, failure, found } = payload as Refused<unknown>;
  const record = mutationOf(type.replace(/\/refused$/, ''));
  const told = record?.error(asked as never, failure, state as never, found ?? null);
  return told === undefined || told === 'form' ? (failure.messages[0] ?? '') : (told.detail ?? told.text);
}

/** Makes these edits, and waits until each is answered. What makes nothing, since nothing is to be changed, does not count. */
export function* makeTogether(ids: Ids, edits: readonly Action[]): SagaGenerator<Outcome> {
  const together = ids.next();
  const answers = yield* actionChannel<Stamped>(resolvesSomething as never, buffers.expanding());
  const waiting = new Set<string>();
  // RP-02.33: what has to wait is in the state, where it can be kept.
  const late = edits.slice(SHOWN_AT_ONCE).map(({ type, payload }) => ({ id: ids.next(), type, payload }));
  if (late.length > 0) yield* put(mutationEvents.heldBack({ edits: late }));
  const refused: RefusedEdit[] = [];
  let changed = 0;
  try {
    for (const [index, edit] of edits.entries()) {
      const id = late[index - SHOWN_AT_ONCE]?.id ?? ids.next();
      yield* put(withMeta(edit, { id, together }));
      const made = yield* select(({ pending }: { readonly pending: readonly Pending[] }) =>
        pending.some((mutation) => mutation.id === id),
      );
      if (made) waiting.add(id);
      while (waiting.size >= SHOWN_AT_ONCE) yield* answer();
    }
    while (waiting.size > 0) yield* answer();
  } finally {
    answers.close();
  }
  return { together, changed, refused };

  function* answer(): SagaGenerator<void> {
    for (const action of [yield* take(answers), ...(yield* flush(answers))]) {
      const { resolves } = action.meta;
      if (resolves === undefined || !waiting.delete(resolves.id)) continue;
      // mutant: bulk-refusals-count-as-changed
      if (resolves.as === 'committed') changed += 1;
      else {
        const state = yield* select((whole: object) => whole);
        refused.push({ asked: (action.payload as Refused<unknown>).asked, words: wordsOf(action, state) });
      }
    }
  }
}

import type { Ports } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import type { GlobalId } from '../work-item/types.ts';
import type { NotesRoot } from './mutations.ts';
import type { Discussion } from './types.ts';
import { all, call, put, select, takeEvery } from 'typed-redux-saga';
import { isWireError } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { placeOf } from '../store/action.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { isFolded } from './folds.ts';
import { readReplies } from './pages.ts';
import { notesRead } from './queries.ts';
import { isOlder, noteOf } from './wire.ts';

/** WI-10.90: what a list leaves out of long discussions is read behind it, and shown with each answer. */

/** The first discussion that is unfolded and was not read to its end. */
function cutShort(
  { note, confirmed }: NotesRoot,
  itemId: GlobalId,
): (Discussion & { readonly more: string }) | undefined {
  return get(confirmed.discussions, itemId)?.find(
    (each): each is Discussion & { readonly more: string } =>
      each.more !== undefined && !isFolded(note, each.id, each.notes, each.resolved !== undefined),
  );
}

const root = () => select((state: NotesRoot) => state);

/** Pages that are shown together: each time a list is longer, all of it is laid out. */
const TOGETHER = 5;

type Replies = ReturnType<typeof readReplies> extends Generator<unknown, infer R> ? R : never;

/** Reads on until nothing is left, and asks for the next part before one is drawn. What others have read meanwhile counts. */
function* readOn(ports: Ports, itemId: GlobalId): SagaGenerator<void> {
  let ahead: { readonly id: GlobalId; readonly from: string; readonly replies: Replies } | undefined;
  for (let thread = cutShort(yield* root(), itemId); thread !== undefined; thread = cutShort(yield* root(), itemId)) {
    const { id, more } = thread;
    const reading = (from: string) => call(readReplies, ports, thread.notes[0] ?? id, from, TOGETHER);
    const { read, next }: Replies = ahead?.id === id && ahead.from === more ? ahead.replies : yield* reading(more);
    const notes = read.map((each) => noteOf(each));
    const { confirmed } = yield* root();
    const list = get(confirmed.discussions, itemId) ?? [];
    const { more: cursor, ...now } = list.find((each) => each.id === id) ?? thread;
    if (cursor !== more || list.length === 0) continue;
    const brought = new Set(notes.map((each) => each.id));
    const others = now.notes.filter((each) => !brought.has(each));
    // One's own reply stands behind what is still read.
    const isBefore = (each: GlobalId): boolean =>
      notes[0] === undefined || isOlder(get(confirmed.notes, each), notes[0]);
    const ids = [...others.filter(isBefore), ...brought, ...others.filter((each) => !isBefore(each))];
    const further = { ...now, notes: ids, ...(next !== null && { more: next }) };
    const discussions = list.map((each) => (each.id === id ? further : each));
    const shown = put(noteAnswers.threadRead({ itemId, notes, discussions, isWhole: next === null }));
    if (next === null) yield* shown;
    else {
      const { replies } = yield* all({ replies: reading(next), shown });
      ahead = { id, from: next, replies };
    }
  }
}

/** One reading of an item at a time. After one that fails the rest can be asked for (it is unfolded again), and the list's next reading brings it. */
export function* watchThreads(ports: Ports): SagaGenerator<void> {
  const reading = new Set<GlobalId>();
  function* start(itemId: GlobalId | undefined): SagaGenerator<void> {
    if (itemId === undefined || reading.has(itemId)) return;
    reading.add(itemId);
    try {
      yield* readOn(ports, itemId);
    } catch (error) {
      if (!isWireError(error)) throw error;
    } finally {
      reading.delete(itemId);
    }
  }
  yield* all([
    takeEvery(notesRead.received.match, ({ payload }) => start(payload.params.id)),
    takeEvery(noteActions.folded.match, function* ({ meta }) {
      const { note } = yield* root();
      yield* start(note[placeOf(meta ?? {})]?.id);
    }),
  ]);
}

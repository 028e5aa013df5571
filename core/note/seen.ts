import type { Ports } from '../ports/index.ts';
import type { NotesRoot } from './mutations.ts';
import type { Seen } from './types.ts';
import { put, select, takeEvery } from 'typed-redux-saga';
import { store, storedList } from '../store/effects.ts';
import { ITEM_PLACES } from '../work-item/slice.ts';
import { noteActions, noteAnswers } from './actions.ts';
import { notesRead } from './queries.ts';

/** How far the viewer has read the activity of items, on this device (WI-10.91). */

/** Of so many items, those that were visited last. */
export const SEEN_MOST = 200;

const seenKey = (username: string): string => `notes-seen/${username}`;

const isSeen = (kept: unknown): kept is Seen =>
  typeof kept === 'object' && kept !== null && ['id', 'at'].every((name) => typeof kept[name as never] === 'string');

const seenOf = (ports: Ports, username: string): readonly Seen[] => storedList(ports, seenKey(username)).filter(isSeen);

const others = (seen: readonly Seen[], id: string): readonly Seen[] => seen.filter((each) => each.id !== id);

/** What is kept when an item is opened holds until it is left; readings keep what was seen since for the next visit. */
export function* watchSeen(ports: Ports): Generator {
  function* usernameOf() {
    return (yield* select(({ access }: NotesRoot) => access.session.user))?.username;
  }
  yield* takeEvery(noteActions.opened.match, function* ({ payload: { id } }) {
    const { note } = yield* select((root: NotesRoot) => root);
    const username = yield* usernameOf();
    if (username === undefined || ITEM_PLACES.every((place) => note[place]?.id === id)) return;
    const before = seenOf(ports, username).filter((each) => each.id === id);
    yield* put(noteAnswers.settingsRead({ seen: [...others(note.seen ?? [], id), ...before] }));
  });
  yield* takeEvery(notesRead.received.match, function* ({ payload: { params, data } }) {
    const username = yield* usernameOf();
    if (username === undefined) return;
    const { id } = params;
    const kept = seenOf(ports, username);
    const times = data.discussions.flatMap(({ notes }) => notes.map(({ createdAt }) => createdAt ?? ''));
    const at = [...kept.filter((each) => each.id === id).map((each) => each.at), ...times].reduce(
      (newest, time) => (time > newest ? time : newest),
      '',
    );
    store(ports, seenKey(username), JSON.stringify([...others(kept, id), { id, at }].slice(-SEEN_MOST)));
  });
}

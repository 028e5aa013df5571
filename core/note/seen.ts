import type { Ports } from '../ports/index.ts';
import type { NotesRoot } from './mutations.ts';
import type { Seen } from './types.ts';
import { put, select, take, takeEvery } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { store, storedList } from '../store/effects.ts';
import { get } from '../table/index.ts';
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

const isShown = ({ note }: NotesRoot, id: string): boolean => ITEM_PLACES.some((place) => note[place]?.id === id);

/** What is kept when an item is opened holds until it is left; readings keep what was seen since for the next visit. */
export function* watchSeen(ports: Ports): Generator {
  const root = () => select((state: NotesRoot) => state);
  const usernameOf = ({ access }: NotesRoot) => access.session.user?.username;
  function keep(username: string, id: string, times: readonly string[]): void {
    const kept = seenOf(ports, username);
    const at = [...kept.filter((each) => each.id === id).map((each) => each.at), ...times].reduce(
      (newest, time) => (time > newest ? time : newest),
      '',
    );
    const last = kept.at(-1);
    // Readings are many, and most bring nothing new.
    if (last?.id === id && last.at === at) return;
    store(ports, seenKey(username), JSON.stringify([...others(kept, id), { id, at }].slice(-SEEN_MOST)));
  }
  yield* takeEvery(noteActions.opened.match, function* ({ payload: { id } }) {
    let now = yield* root();
    if (ITEM_PLACES.every((place) => now.note[place]?.id === id)) return;
    // The session may come after the item, and after what was read of it.
    while (usernameOf(now) === undefined && isShown(now, id)) {
      yield* take([accessActions.sessionReceived.type, accessActions.signedIn.type, noteActions.closed.type]);
      now = yield* root();
    }
    const username = usernameOf(now);
    if (username === undefined || !isShown(now, id)) return;
    const before = seenOf(ports, username).filter((each) => each.id === id);
    yield* put(noteAnswers.settingsRead({ seen: [...others(now.note.seen ?? [], id), ...before] }));
    const read = get(now.confirmed.discussions, id)?.flatMap(({ notes }) => notes);
    const times = read?.map((note) => get(now.confirmed.notes, note)?.createdAt ?? '');
    if (times) keep(username, id, times);
  });
  yield* takeEvery(notesRead.received.match, function* ({ payload: { params, data } }) {
    const username = usernameOf(yield* root());
    if (username === undefined) return;
    keep(
      username,
      params.id,
      data.discussions.flatMap(({ notes }) => notes.map(({ createdAt }) => createdAt ?? '')),
    );
  });
}

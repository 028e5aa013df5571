import type { Ports } from '../ports/index.ts';
import type { CommandRoot } from './command.ts';
import { fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { epicPage } from '../epic/queries.ts';
import { selectEpic } from '../epic/select.ts';
import { epicsOf, isPage } from '../epic/state.ts';
import { preferenceActions } from '../frame/preferences.ts';
import { groupPage } from '../group/queries.ts';
import { store, stored, storedList } from '../store/index.ts';
import { isOpenIn, selectWorkItem } from '../work-item/select.ts';
import { workItemPage } from '../work-item/slice.ts';
import { groupPlace, itemPlace, placeFrom, type Place } from './rules.ts';
import { commandActions, commandAnswers, RECENT_MAX } from './slice.ts';

/** RP-02.175: where the recent places of a user are stored. */
const recentKey = (username: string): string => `command-recent/${username}`;
/** RP-02.194: `off` if single keys are switched off; absent otherwise. */
export const SINGLE_KEYS = 'command-single-keys';

type Slices = Omit<CommandRoot, 'visible'>;

/** Remembers the pages that are visited, once their names are known. */
export function* watchRecent(ports: Ports): Generator {
  yield* readSettings(ports);
  const state: Slices = yield* select((slices: Slices) => slices);
  const [epic, item] = [selectEpic(state), selectWorkItem(state)];
  if (epic !== null) yield* visited(ports, itemPlace('epic', epic));
  if (item !== null) yield* visited(ports, itemPlace('issue', item));
  // What is read ahead was not visited.
  yield* takeEvery(epicPage.received.match, function* ({ payload: { params, data } }) {
    const isShown = yield* select((root: Slices) => epicsOf(root).some((epic) => isPage(epic, params)));
    if (isShown) yield* visited(ports, itemPlace('epic', data.epic));
  });
  yield* takeEvery(workItemPage.received.match, function* ({ payload: { params, data } }) {
    const isShown = yield* select((root: Slices) => isOpenIn(root, 'page', params) || isOpenIn(root, 'over', params));
    if (isShown && 'item' in data) yield* visited(ports, itemPlace('issue', data.item));
  });
  yield* takeEvery(groupPage.received.match, ({ payload: { data } }) =>
    visited(ports, groupPlace(data.group.fullPath, data.group.fullName)),
  );
  yield* takeEvery(commandActions.singleKeysToggled.match, keepSingleKeys, ports);
  yield* takeEvery([accessActions.signedIn.type, accessActions.sessionReceived.type], () => readSettings(ports));
  yield* fork(watchLeaving, ports);
}

function* readSettings(ports: Ports): Generator {
  const username = yield* select(({ access }: Slices) => access.session.user?.username ?? null);
  const places = username === null ? [] : storedList(ports, recentKey(username)).map(placeFrom);
  const recent = places.filter((place) => place !== null).slice(0, RECENT_MAX);
  // AP-09.62: who is signed in has it in their account.
  const ofAccount = yield* select(({ access }: Slices) => access.session.settings['keyboardShortcuts']);
  const singleKeys = typeof ofAccount === 'boolean' ? ofAccount : stored(ports, SINGLE_KEYS) !== 'off';
  yield* put(commandAnswers.settingsRead({ singleKeys, recent }));
}

function* visited(ports: Ports, place: Place): Generator {
  const before = yield* select(({ command }: Slices) => command.recent[0]);
  if (before?.path === place.path && before.title === place.title) return;
  yield* put(commandAnswers.placeVisited({ place }));
  const { access, command } = yield* select((state: Slices) => state);
  const username = access.session.user?.username;
  if (username !== undefined) store(ports, recentKey(username), JSON.stringify(command.recent));
}

function* keepSingleKeys(ports: Ports): Generator {
  const { access, command } = yield* select((state: Slices) => state);
  const on = command.singleKeys;
  store(ports, SINGLE_KEYS, on ? null : 'off');
  if (access.session.user !== null) yield* put(preferenceActions.chosen({ keyboard_shortcuts_enabled: on }));
}

/** RP-02.176: signing out removes the stored places. */
function* watchLeaving(ports: Ports): Generator {
  let username: string | null = null;
  for (;;) {
    username = (yield* select(({ access }: Slices) => access.session.user?.username)) ?? username;
    const action = yield* take([accessActions.signOutSubmitted.type, accessActions.signedOut.type]);
    if (!accessActions.signedOut.match(action) || username === null) continue;
    store(ports, recentKey(username), null);
    username = null;
  }
}

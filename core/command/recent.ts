import type { AccessState } from '../access/slice.ts';
import type { Root as EpicRoot } from '../epic/select.ts';
import type { Group } from '../group/rules.ts';
import type { Ports } from '../ports/index.ts';
import type { WorkItemPageState } from '../work-item/slice.ts';
import { workItemPage } from '../work-item/slice.ts';
import type { Place } from './rules.ts';
import type { CommandState } from './slice.ts';
import { fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { epicPage } from '../epic/queries.ts';
import { selectEpic } from '../epic/select.ts';
import { groupPage } from '../group/queries.ts';
import { selectWorkItem } from '../work-item/select.ts';
import { commandActions, commandAnswers } from './actions.ts';
import { placeFrom, RECENT_MAX } from './rules.ts';

/** RP-02.175: what a browser keeps, by user name: another person's places are nobody else's. */
const recentKey = (username: string): string => `command-recent/${username}`;
/** RP-02.194: `off` where single keys are switched off; nothing otherwise. */
export const SINGLE_KEYS = 'command-single-keys';

interface Slices extends EpicRoot {
  readonly access: AccessState;
  readonly workItem: WorkItemPageState;
  readonly command: CommandState;
}

interface Item {
  readonly title: string;
  readonly reference: string;
  readonly webPath: string;
  readonly confidential: boolean;
}

/** RP-02.176: what is confidential is remembered by its reference alone. */
const itemPlace = (kind: 'epic' | 'issue', { title, reference, webPath, confidential }: Item): Place => ({
  kind,
  path: webPath,
  title: confidential ? reference : title,
  reference,
});

const groupPlace = ({ fullName, fullPath }: Group): Place => ({
  kind: 'group',
  path: `/groups/${fullPath}`,
  title: fullName,
  reference: fullPath,
});

/** Remembers the places whose names are known, as long as the viewer is the same. */
export function* watchRecent(ports: Ports): Generator {
  yield* readSettings(ports);
  const state: Slices = yield* select((slices: Slices) => slices);
  const [epic, item] = [selectEpic(state), selectWorkItem(state)];
  if (epic !== null) yield* visited(ports, itemPlace('epic', epic));
  if (item !== null) yield* visited(ports, itemPlace('issue', item));
  yield* takeEvery(epicPage.received.match, ({ payload }) => visited(ports, itemPlace('epic', payload.data.epic)));
  yield* takeEvery(workItemPage.received.match, ({ payload }) => visited(ports, itemPlace('issue', payload.data.item)));
  yield* takeEvery(groupPage.received.match, ({ payload: { data } }) => visited(ports, groupPlace(data.group)));
  yield* takeEvery(commandActions.singleKeysToggled.match, keepSingleKeys, ports);
  yield* takeEvery([accessActions.signedIn.type, accessActions.sessionReceived.type], () => readSettings(ports));
  yield* fork(watchLeaving, ports);
}

function* readSettings({ storage, log }: Ports): Generator {
  const username = yield* select(({ access }: Slices) => access.session.user?.username ?? null);
  let singleKeys = true;
  let recent: readonly Place[] = [];
  try {
    singleKeys = storage.get(SINGLE_KEYS) !== 'off';
    const kept: unknown = username === null ? [] : JSON.parse(storage.get(recentKey(username)) ?? '[]');
    const places = (Array.isArray(kept) ? kept : []).map(placeFrom);
    recent = places.filter((place) => place !== null).slice(0, RECENT_MAX);
  } catch (error) {
    log.error('Cannot read what the palette keeps', error);
  }
  yield* put(commandAnswers.settingsRead({ singleKeys, recent }));
}

function* visited({ storage, log }: Ports, place: Place): Generator {
  const before = yield* select(({ command }: Slices) => command.recent[0]);
  if (before?.path === place.path && before.title === place.title) return;
  yield* put(commandAnswers.placeVisited({ place }));
  const { access, command } = yield* select((state: Slices) => state);
  const username = access.session.user?.username;
  if (username === undefined) return;
  try {
    storage.set(recentKey(username), JSON.stringify(command.recent));
  } catch (error) {
    log.error('Cannot keep the recent places', error);
  }
}

function* keepSingleKeys({ storage, log }: Ports): Generator {
  const on = yield* select(({ command }: Slices) => command.singleKeys);
  try {
    if (on) storage.remove(SINGLE_KEYS);
    else storage.set(SINGLE_KEYS, 'off');
  } catch (error) {
    log.error('Cannot keep whether single keys work', error);
  }
}

/** RP-02.176: who signs out leaves no names behind. */
function* watchLeaving({ storage, log }: Ports): Generator {
  let username: string | null = null;
  for (;;) {
    username = (yield* select(({ access }: Slices) => access.session.user?.username)) ?? username;
    const action = yield* take([accessActions.signOutSubmitted.type, accessActions.signedOut.type]);
    if (!accessActions.signedOut.match(action) || username === null) continue;
    try {
      storage.remove(recentKey(username));
    } catch (error) {
      log.error('Cannot forget the recent places', error);
    }
    username = null;
  }
}

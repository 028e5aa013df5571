import { all, call, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import type { AnyAction } from '../store/action.ts';
import { ask } from '../store/effects.ts';
import { GroupPageOperation } from '../api/generated/operations.ts';
import { named, selectPlaceName, type FrameState } from '../frame/index.ts';
import type { Ports } from '../ports/index.ts';
import { isUncertain } from '../store/index.ts';
import { epicActions } from './actions.ts';
import type { EpicState } from './slice.ts';
import { isNewEpic, isPage } from './slice.ts';

type Root = { readonly epic: EpicState };

/** What follows the answers to the edits of a page. */
export function* watchEdits(ports: Ports): Generator {
  yield* all([
    takeEvery(mayHaveChanged, function* () {
      yield* put(epicActions.epicPageOutdated());
    }),
    takeLatest(epicActions.newEpicOpened.type, nameNewEpicPlace, ports),
    takeEvery(epicActions.newEpicSubmitted.committed.match, function* ({ payload: { asked, answer } }) {
      // EP-04.26: unless its form was left.
      if (yield* select(({ epic }: Root) => isNewEpic(epic, asked))) yield* visit(ports, answer);
    }),
    takeEvery(epicActions.epicDeletionConfirmed.committed.match, function* ({ payload: { asked, answer } }) {
      // EP-05: unless the person has gone elsewhere.
      if (yield* select(({ epic }: Root) => isPage(epic, asked))) yield* visit(ports, answer);
    }),
  ]);
}

/** EP-03.23: a state that was changed, or may have been, has the page read again. */
const mayHaveChanged = (action: AnyAction): boolean =>
  epicActions.epicStateToggled.committed.match(action) ||
  (epicActions.epicStateToggled.refused.match(action) && isUncertain(action.payload.failure));

const visit = ({ navigation }: Ports, address: string) => call([navigation, navigation.visit], address);

/** RP-03.403: the form that is opened by its address reads nothing else of its group. */
function* nameNewEpicPlace({ graphql }: Ports): Generator {
  const { groupPath } = yield* select(({ epic }: Root) => epic.newEpic);
  if (groupPath === null) return;
  const known = yield* select((state: { readonly frame?: FrameState }) => selectPlaceName(state, groupPath));
  if (known !== null) return;
  const lists = { withGroups: false, withProjects: false };
  const reply = yield* ask(() => graphql.request(GroupPageOperation, { fullPath: groupPath, ...lists }));
  if (reply.ok && reply.data.group !== null) yield* named(reply.data.group);
}

import type { Place } from '../../store/place.ts';
import type { ProjectOption } from '../state.ts';
import { numericId } from '../../work-item/rules.ts';
import type { Ports } from '../../ports/index.ts';
import { put, select, takeEvery } from 'typed-redux-saga';
import { store, stored, storedList } from '../../store/index.ts';
import { treeActions, treeAnswers } from '../actions.ts';
import { madeIn } from '../../store/action.ts';
import { treeIn } from '../place.ts';

/** TR-04.20: where the labels toggle is kept. */
export const LABELS_KEY = 'show-labels';

export function* watchSettings(ports: Ports, place: Place): Generator {
  const kept = stored(ports, LABELS_KEY);
  const { labelsShown } = yield* select(treeIn(place));
  const read = treeAnswers.settingsRead({
    labelsShown: kept === null ? labelsShown : kept === 'true',
    today: ports.clock.today(),
  });
  yield* put(madeIn(read, place));
  yield* takeEvery(treeActions.labelsToggled.match, function* ({ meta }): Generator {
    if (meta.place !== place) return;
    const tree = yield* select(treeIn(place));
    store(ports, LABELS_KEY, String(tree.labelsShown));
  });
}

/** TR-11.20: the projects that a signed-in user has used most, kept under the user's name; the format is that of frequent projects. */
export interface FrequentProject {
  readonly id: number;
  readonly name: string;
  readonly namespace: string;
  readonly frequency: number;
  /** Milliseconds since 1970. */
  readonly lastAccessedOn: number;
}

/** TR-11.21: kept are 20, offered 5; the one used least recently goes first. */
export const KEPT = 20;
export const OFFERED = 5;

const keyOf = (username: string): string => `${username}/frequent-projects`;

const isProject = (value: unknown): value is FrequentProject => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, frequency, lastAccessedOn } = value as Partial<FrequentProject>;
  return Number.isSafeInteger(id) && typeof frequency === 'number' && typeof lastAccessedOn === 'number';
};

/** What is stored; nothing where it is unreadable. Most used first, then last used first. */
export function recentProjects(ports: Ports, username: string): readonly FrequentProject[] {
  return storedList(ports, keyOf(username))
    .filter(isProject)
    .sort((a, b) => b.frequency - a.frequency || b.lastAccessedOn - a.lastAccessedOn);
}

/** An issue was made in the project. */
export function rememberProject(ports: Ports, username: string | null, project: ProjectOption): void {
  if (username === null) return;
  const id = numericId(project.id);
  const known = recentProjects(ports, username);
  const others = known.filter((other) => other.id !== id);
  const used: FrequentProject = {
    id,
    name: project.name,
    namespace: project.nameWithNamespace,
    frequency: (known.find((other) => other.id === id)?.frequency ?? 0) + 1,
    lastAccessedOn: ports.clock.now(),
  };
  const kept = [used, ...[...others].sort((a, b) => b.lastAccessedOn - a.lastAccessedOn)].slice(0, KEPT);
  store(ports, keyOf(username), JSON.stringify(kept));
}

/** TR-11.26: these are not there any more. */
export function forgetProjects(ports: Ports, username: string, gone: readonly FrequentProject[]): void {
  const left = recentProjects(ports, username).filter(({ id }) => gone.every((project) => project.id !== id));
  store(ports, keyOf(username), JSON.stringify(left));
}

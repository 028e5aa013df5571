import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports } from '../ports/index.ts';
import { accessActions } from '../access/index.ts';
import { isHidden } from '../access/failures.ts';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { named, selectPlaceName, type FrameState } from '../frame/index.ts';
import { observe, query } from '../query/index.ts';
import { placePath } from './noun.ts';
import { NOUNS } from './nouns/index.ts';
import type { ManageRoot } from './select.ts';
import { manageActions, type PlaceOfRole } from './slice.ts';

const name = query('manage/name', {
  key: ({ kind, fullPath }: PlaceOfRole) => `${kind} ${fullPath}`,
  request: (place) => ({ method: 'GET', path: placePath(place), query: { with_projects: false } }),
  decode: nameIn,
  also: named,
  hides: isHidden,
});

/** The full name of the group or project that is the answer; null: it is none. */
function nameIn(answer: unknown): { readonly fullPath: string; readonly fullName: string } | null {
  const { full_path, full_name, path_with_namespace, name_with_namespace } = jsonOf(answer);
  const fullPath = textOf(full_path) ?? textOf(path_with_namespace);
  const fullName = textOf(full_name) ?? textOf(name_with_namespace);
  return fullPath === null || fullName === null ? null : { fullPath, fullName };
}

/** Of pages that read the place itself. */
export function* nameFrom(answer: unknown): SagaGenerator<void> {
  const place = nameIn(answer);
  if (place !== null) yield* named(place);
}

/** BD-05.98: the place of the page, where nobody has told its name. */
function selectUnnamed(state: ManageRoot & { readonly frame?: FrameState }): PlaceOfRole | null {
  const { shown } = state.manage;
  if (shown === null || shown.kind === 'site' || NOUNS[shown.noun].isPlace === true) return null;
  const { kind, fullPath } = shown;
  return selectPlaceName(state, fullPath) === null ? { kind, fullPath } : null;
}

/** Reads what the place of a page is called. */
export const watchNames = (ports: Ports): SagaGenerator<void> =>
  observe(ports, name, {
    params: selectUnnamed,
    opened: manageActions.opened.type,
    changes: accessActions.signedIn.type,
  });

import type { Ports } from '../ports/index.ts';
import { put, select, takeEvery } from 'typed-redux-saga';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { compareDays } from '../calendar/rules.ts';
import type { Action } from '../store/action.ts';
import { userAction } from '../store/action.ts';
import { request } from '../store/effects.ts';
import { splitChosen } from './chosen.ts';
import { placesLeft, type Places } from './limit.ts';
import type { ManageRoot } from './select.ts';
import { manageActions, type Draft, type GroupPlaces, type ManagedPage } from './slice.ts';
import type { Trial } from './trial.ts';

type Place = Pick<ManagedPage, 'kind' | 'fullPath'>;

/** `again`: also where it was asked before. */
export const placesAsked = userAction<Place & { readonly again?: true }>('manage/placesAsked');

export const topOf = (fullPath: string): string => fullPath.split('/')[0] ?? '';

const addressOf = ({ kind, fullPath }: Place): string =>
  `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/member_limit.json`;

/** BD-06.10: who may not know it is told of no limit and no trial, and not asked for again. Where it cannot be read before inviting, the server decides. */
function* read({ rest }: Ports, { payload: { again, ...place } }: Action<Place & { again?: true }>): Generator {
  const topPath = topOf(place.fullPath);
  const known = yield* select(({ manage }: ManageRoot) => manage.places);
  if (again !== true && known?.topPath === topPath) return;
  const reply = yield* request<unknown>(() => rest.request({ method: 'GET', path: addressOf(place) }));
  if (reply.ok) yield* put(manageActions.told({ data: { places: placesOf(reply.data, topPath) } }));
  else if (again === true || reply.error.status === 403 || reply.error.status === 404)
    yield* put(manageActions.told({ data: { places: { ...NONE, topPath, name: topPath } } }));
}

const NONE = { limit: null, members: 0, isOwner: false, trial: null, mayStart: false } as const;

function placesOf(answer: unknown, topPath: string): GroupPlaces {
  const given = jsonOf(answer);
  const { limit, members, on_trial, owner, trial } = given;
  return {
    topPath,
    name: textOf(given['group_name'], topPath),
    limit: typeof limit === 'number' && on_trial !== true ? limit : null,
    members: typeof members === 'number' ? members : 0,
    isOwner: owner === true,
    trial: trialOf(jsonOf(trial)),
    mayStart: given['may_start_trial'] === true,
  };
}

function trialOf({ plan_name, starts_on, ends_on, contact_sales }: Readonly<Record<string, unknown>>): Trial | null {
  const [startsOn, endsOn] = [textOf(starts_on), textOf(ends_on)];
  if (startsOn === null || endsOn === null) return null;
  return {
    planName: textOf(plan_name, ''),
    startsOn,
    duration: compareDays(endsOn, startsOn),
    contactSales: contact_sales === true,
  };
}

/** Reads how many people a top-level group may have, and its trial. What is changed on these pages may change both. */
export function* placesSaga(ports: Ports): Generator {
  yield* takeEvery(placesAsked.type, read, ports);
  yield* takeEvery(manageActions.saved, function* again({ payload: { page } }: Action<{ page: ManagedPage }>) {
    if (page.noun === 'plan') yield* put(placesAsked({ kind: 'group', fullPath: page.fullPath, again: true }));
  });
}

/** What is known of the group at the top of a place; null: nothing yet. */
export const selectPlaces = ({ manage: { places } }: ManageRoot, fullPath: string): GroupPlaces | null =>
  places?.topPath === topOf(fullPath) ? places : null;

/** BD-13.13: how many are invited by name or address beyond those for whom there is room; 0: none. */
export function beyondLimit(places: Places | null, { to, who }: Draft): number {
  const left = places === null || to === 'groups' ? null : placesLeft(places);
  if (left === null) return 0;
  const { ids, typed } = splitChosen(who);
  return Math.max(0, ids.length + typed.length - left);
}

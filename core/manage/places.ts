import type { Ports } from '../ports/index.ts';
import { call, select } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { isHidden } from '../access/failures.ts';
import { selectCurrentUser } from '../access/select.ts';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { compareDays } from '../calendar/rules.ts';
import { observe, query, selectQuery } from '../query/index.ts';
import { userAction, type AnyAction } from '../store/action.ts';
import { abortable } from '../store/effects.ts';
import { splitChosen } from './chosen.ts';
import { placesLeft, type Places } from './limit.ts';
import type { ManageRoot } from './select.ts';
import { manageActions, manageReads, type Draft, type GroupPlaces, type PlaceOfRole, type PlacesOf } from './slice.ts';
import type { Trial } from './trial.ts';

export const topOf = (fullPath: string): string => fullPath.split('/')[0] ?? '';

const addressOf = ({ kind, fullPath }: PlaceOfRole): string =>
  `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/member_limit.json`;

/** Somebody invites: limit and trial are read again. */
export const placesAsked = userAction('manage/placesAsked');

/** BD-06.10: the page's own place is asked about, since who manages its members may not manage those of the group at the top. Where it cannot be read before inviting, the server decides. */
const places = query(manageReads.places, {
  *read({ rest }, { topPath }) {
    const { place } = yield* select(({ manage }: ManageRoot) => manage);
    const path = addressOf(place ?? { kind: 'group', fullPath: topPath });
    return yield* call(() => abortable(rest.request<unknown>({ method: 'GET', path })));
  },
  decode: (answer: unknown, of) => ({ places: placesOf(answer, of) }),
  hides: isHidden,
});

function placesOf(answer: unknown, of: PlacesOf): GroupPlaces {
  const given = jsonOf(answer);
  const { limit, members, on_trial, owner, trial } = given;
  return {
    ...of,
    name: textOf(given['group_name'], of.topPath),
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

/** What is read; null: no page of a group or project is shown, or nobody is signed in. */
function selectPlacesOf(state: ManageRoot): PlacesOf | null {
  const { place } = state.manage;
  const user = selectCurrentUser(state);
  return place === null || user === null ? null : { topPath: topOf(place.fullPath), userId: user.id };
}

const { opened, placeEntered, saved } = manageActions;
const PAGES = [opened.type, placeEntered.type];

/** Reads how many people a top-level group may have, and its trial. What is changed on the page of its plan may change both. */
export function* placesSaga(ports: Ports): Generator {
  yield* observe(ports, places, {
    params: selectPlacesOf,
    // BD-05.97
    changes: [...PAGES, accessActions.sessionReceived.type, accessActions.signedIn.type],
    again: [...PAGES, placesAsked.type],
    concerns(of, { type }, state) {
      const { status } = selectQuery(state, places, of);
      if (type === placesAsked.type) return status !== 'loading';
      // A page that follows tries again what has failed.
      return !PAGES.includes(type) || (status === 'failed' && selectPlacesOf(state)?.topPath === of.topPath);
    },
    stale: (action: AnyAction) => saved.match(action) && action.payload.page.noun === 'plan',
  });
}

/** What is known of the group at the top of a place; null: nothing, or nothing yet. */
export function selectPlaces(state: ManageRoot, fullPath: string): GroupPlaces | null {
  const [of, known] = [selectPlacesOf(state), state.manage.places];
  if (of === null || of.topPath !== topOf(fullPath) || selectQuery(state, places, of).status === 'missing') return null;
  return known?.topPath === of.topPath && known.userId === of.userId ? known : null;
}

/** BD-13.13: how many are invited by name or address beyond those for whom there is room; 0: none. */
export function beyondLimit(places: Places | null, { to, who }: Draft): number {
  const left = places === null || to === 'groups' ? null : placesLeft(places);
  if (left === null) return 0;
  const { ids, typed } = splitChosen(who);
  return Math.max(0, ids.length + typed.length - left);
}

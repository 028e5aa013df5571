import { createSelector } from 'reselect';
import { ACCESS, can, type Ability } from '../access/rules.ts';
import type { Root as AccessRoot } from '../access/select.ts';
import { selectCurrentUser, selectSessionKnown } from '../access/select.ts';
import { selectQuery, type Queries, type QueryState } from '../query/index.ts';
import { NOUNS } from './nouns/index.ts';
import {
  manageReads,
  pageKey,
  type ManagedList,
  type ManagedPage,
  type ManageState,
  type PlaceOfRole,
  type RoleIn,
} from './slice.ts';

export interface ManageRoot extends AccessRoot {
  readonly manage: ManageState;
  readonly queries: Queries;
}

export const selectManage = ({ manage }: ManageRoot): ManageState => manage;

/** What is read: with the filter that the page begins with where none was chosen. */
export const selectManagedList: (state: ManageRoot) => ManagedList | null = createSelector(
  [({ manage }: ManageRoot) => manage.shown],
  (shown) => {
    if (shown === null) return null;
    const list = { ...shown, filter: shown.filter === '' ? (NOUNS[shown.noun].filters[0] ?? '') : shown.filter };
    return NOUNS[shown.noun].list(list) === null ? null : list;
  },
);

export const selectManagedStatus = (state: ManageRoot): QueryState =>
  selectQuery(state, manageReads.list, selectManagedList(state));

/** The list is only for who manages it, and the viewer does not; null: it is not so. */
export function selectDenied(state: ManageRoot): string | null {
  const { shown } = state.manage;
  const denied = shown === null ? undefined : NOUNS[shown.noun].denied;
  return denied !== undefined && selectManagedStatus(state).error === denied ? denied : null;
}

/** BD-05.6: whose role is read; an administrator needs none, and a visitor has none. */
export function selectManagedRole(state: ManageRoot): RoleIn | null {
  const user = selectCurrentUser(state);
  const { place } = state.manage;
  return place === null || user === null || user.admin ? null : { ...place, userId: user.id };
}

/** BD-05.6: whether the page offers changes; null: it is not known yet. */
export function selectMayManage(state: ManageRoot): boolean | null {
  const user = selectCurrentUser(state);
  const { shown, place } = state.manage;
  if (!selectSessionKnown(state)) return null;
  if (shown === null || user === null) return false;
  const ability = NOUNS[shown.noun].may(shown.kind);
  if (ability === 'signing in') return true;
  return ability === 'administration' ? user.admin : place === null ? null : selectMayThere(state, place, ability);
}

/** BD-05.82: the same of an ability in a place whose page leads there. */
export function selectMayThere(state: ManageRoot, place: PlaceOfRole, ability: Ability): boolean | null {
  const user = selectCurrentUser(state);
  const { level, place: entered } = state.manage;
  if (!selectSessionKnown(state)) return null;
  if (user === null) return false;
  if (user.admin) return can(ability, { viewer: user, accessLevel: null, visibility: 'private' });
  if (entered?.kind !== place.kind || entered.fullPath !== place.fullPath) return null;
  const asked = selectManagedRole(state);
  const status = asked === null ? null : selectQuery(state, manageReads.role, asked).status;
  if (status === 'loading' && level === null) return null;
  // Where the role could not be read, the server decides.
  if (status === 'failed') return true;
  const subject = {
    viewer: { id: user.id, admin: user.admin },
    accessLevel: status === 'missing' ? null : level,
    visibility: 'private',
  } as const;
  return can(ability, subject);
}

/** BD-05.14: somebody who is signed in, sees the place and has no role in it. */
export function selectIsOutside(state: ManageRoot): boolean {
  const asked = selectManagedRole(state);
  return asked !== null && selectQuery(state, manageReads.role, asked).status === 'missing';
}

/** Whether the state is about this page yet: a page is opened after it is first drawn. */
export const selectIsOpen = ({ manage: { shown } }: ManageRoot, page: ManagedPage): boolean =>
  shown !== null && pageKey(shown) === pageKey(page);

/** BD-05.17: the highest role that the viewer may give; an administrator gives all of them. */
export function selectOwnLevel(state: ManageRoot): number {
  const asked = selectManagedRole(state);
  const isUnread = asked !== null && selectQuery(state, manageReads.role, asked).status === 'failed';
  return isUnread || selectCurrentUser(state)?.admin === true ? ACCESS.OWNER : (state.manage.level ?? 0);
}

/** BD-05.9: what stands where nothing is offered; null: nothing. */
export function selectNothingOffered(state: ManageRoot): string | null {
  const { suggestions, suggested } = state.manage;
  const { status, error } = selectQuery(state, manageReads.suggestions, suggestions);
  if (status === 'failed') return error;
  return status === 'ready' && suggested.length === 0 && suggestions?.search.trim() !== '' ? 'No matches' : null;
}

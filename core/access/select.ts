import { createSelector } from 'reselect';
import { selectQuery, type Queries } from '../query/index.ts';
import { groupRole, personPage, type RoleOf, type SessionUser } from './session.ts';
import { can, type Ability } from './rules.ts';
import type { AccessState } from './slice.ts';
import type { TokensRoot } from './tokens/slice.ts';

export interface Root {
  readonly access: AccessState;
}

type Read = { readonly queries: Queries };

export const selectSession = (state: Root): AccessState['session'] => state.access.session;
export const selectSessionStatus = (state: Root): AccessState['session']['status'] => state.access.session.status;
/** Whether the viewer is known, or cannot be known now. */
export const selectSessionKnown = ({ access: { session } }: Root): boolean =>
  session.status === 'ready' || session.status === 'failed';
export const selectCurrentUser = (state: Root): SessionUser | null => state.access.session.user;
export const selectSignedIn = (state: Root): boolean => state.access.session.user !== null;
/** RP-02.114: when it changes, the viewer has changed and the page has to be read again. */
export const selectViewerChanges = (state: Root): number => state.access.viewerChanges ?? 0;
/** RP-02.114: the viewer is no longer signed in, and did not sign out here. */
export const selectSessionEnded = (state: Root): boolean =>
  state.access.ended !== undefined || (selectViewerChanges(state) > 0 && !selectSignedIn(state));
/** RP-02.114: the page is still theirs; only its reads and edits wait. */
export const selectSuspended = (state: Root): boolean => state.access.ended !== undefined && selectSignedIn(state);
/** Whose page this is: the person who is signed in, or was until the session ended. */
export const selectPersonId = ({ access }: Root): string | null => access.session.user?.id ?? access.ended ?? null;
export const selectFirstRun = (state: Root): boolean => state.access.session.firstRun;
/** Off unless the server says on. */
export const selectFeature = (state: Root, name: string): boolean => state.access.session.features[name] === true;
export const selectSignIn = (state: Root): AccessState['signIn'] => state.access.signIn;
export const selectSignOut = (state: Root): AccessState['signOut'] => state.access.signOut;
export const selectFirstRunForm = (state: Root): AccessState['firstRun'] => state.access.firstRun;
export const selectPersonAsked = ({ access: { person } }: Root): { readonly username: string } | null =>
  person.username === null ? null : { username: person.username };
/** The person whose page is open, with the status of its query. */
export const selectPerson = createSelector(
  [
    ({ access }: Root) => access.person,
    (state: Root & Read) => selectQuery(state, personPage, selectPersonAsked(state)),
  ],
  (shown, { status, error }) => ({ ...shown, status, error }),
);
export const selectPasswordForm = (state: Root): AccessState['password'] => state.access.password;

/** RP-02.25: something was changed here and the server has not answered yet: a mutation, or one of the forms that are none (ADR 0024). */
export const selectUnsaved = ({ pending, access, tokens }: Root & TokensRoot): boolean =>
  pending.length > 0 ||
  [access.signIn, access.signOut, access.password, access.firstRun, tokens.form].some(
    ({ status }) => status === 'sending',
  );

/** EP-18.23: whose role is read; an administrator needs none, and a visitor has none. */
export function selectRoleOf(state: Root): RoleOf | null {
  const { groupPath } = state.access.role;
  const { user } = state.access.session;
  if (groupPath === null || !selectSessionKnown(state) || user === null || user.admin) return null;
  return { groupPath, userId: user.id };
}

/** EP-18.24: may the viewer create epics in this group? Null while it is not known. Where the role could not be read, the server decides. */
export const selectMayCreateEpic = (state: Root & Read, groupPath: string): boolean | null =>
  selectMayIn(state, groupPath, 'createEpic');

/** EP-18.25: the same of managing the templates of a group and its projects, and of what else its pages lead to. */
export function selectMayIn(state: Root & Read, groupPath: string, ability: Ability): boolean | null {
  if (!selectSessionKnown(state)) return null;
  const { session, role } = state.access;
  const { user } = session;
  if (user === null) return false;
  const viewer = { id: user.id, admin: user.admin };
  if (user.admin) return can(ability, { viewer, accessLevel: null, visibility: 'private' });
  const { status } = selectQuery(state, groupRole, selectRoleOf(state));
  if (role.groupPath !== groupPath || (status === 'loading' && role.level === null)) return null;
  // Who has a role in a group sees it, whatever its visibility.
  return status === 'failed' || can(ability, { viewer, accessLevel: role.level, visibility: 'private' });
}

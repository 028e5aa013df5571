import { can } from './rules.ts';
import type { AccessState } from './slice.ts';
import type { SessionUser } from './session.ts';

interface Root {
  readonly access: AccessState;
}

export const selectSession = (state: Root): AccessState['session'] => state.access.session;
export const selectSessionStatus = (state: Root): AccessState['session']['status'] => state.access.session.status;
/** Whether it has been told who is looking, or that this cannot be told now. */
export const selectSessionKnown = ({ access: { session } }: Root): boolean =>
  session.status === 'ready' || session.status === 'failed';
export const selectCurrentUser = (state: Root): SessionUser | null => state.access.session.user;
export const selectSignedIn = (state: Root): boolean => state.access.session.user !== null;
/** RP-02.114: another number, another viewer: what is shown is to be read anew. */
export const selectViewerChanges = (state: Root): number => state.access.viewerChanges ?? 0;
/** RP-02.114: who was signed in is not any more, and did not sign out here. */
export const selectSessionEnded = (state: Root): boolean =>
  state.access.ended !== undefined || (selectViewerChanges(state) > 0 && !selectSignedIn(state));
/** RP-02.114: what is shown is still theirs: only its readings and edits wait. */
export const selectSuspended = (state: Root): boolean => state.access.ended !== undefined && selectSignedIn(state);
/** Whose page this is: the person who is signed in, or was until the session ended. */
export const selectPersonId = ({ access }: Root): string | null => access.session.user?.id ?? access.ended ?? null;
export const selectFirstRun = (state: Root): boolean => state.access.session.firstRun;
/** Off unless the server says on. */
export const selectFeature = (state: Root, name: string): boolean => state.access.session.features[name] === true;
export const selectSignIn = (state: Root): AccessState['signIn'] => state.access.signIn;
export const selectSignOut = (state: Root): AccessState['signOut'] => state.access.signOut;
export const selectFirstRunForm = (state: Root): AccessState['firstRun'] => state.access.firstRun;
export const selectPerson = (state: Root): AccessState['person'] => state.access.person;
export const selectPasswordForm = (state: Root): AccessState['password'] => state.access.password;

/**
 * EP-18.24: may the viewer create epics in this group? Null while it is not known. Where the role could not be read the server decides,
 * when it is asked.
 */
export function selectMayCreateEpic(state: Root, groupPath: string): boolean | null {
  if (!selectSessionKnown(state)) return null;
  const { session, role } = state.access;
  const { user } = session;
  if (user === null) return false;
  const viewer = { id: user.id, admin: user.admin };
  if (user.admin) return can('createEpic', { viewer, accessLevel: null, visibility: 'private' });
  if (role.groupPath !== groupPath || role.status === 'loading') return null;
  // Who has a role in a group sees it, whatever its visibility.
  return role.status === 'failed' || can('createEpic', { viewer, accessLevel: role.level, visibility: 'private' });
}

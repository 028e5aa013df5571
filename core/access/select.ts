import type { AccessState } from './slice.ts';
import type { SessionUser } from './session.ts';

interface Root {
  readonly access: AccessState;
}

export const selectSession = (state: Root): AccessState['session'] => state.access.session;
export const selectSessionStatus = (state: Root): AccessState['session']['status'] => state.access.session.status;
export const selectCurrentUser = (state: Root): SessionUser | null => state.access.session.user;
export const selectSignedIn = (state: Root): boolean => state.access.session.user !== null;
export const selectFirstRun = (state: Root): boolean => state.access.session.firstRun;
/** Off unless the server says on. */
export const selectFeature = (state: Root, name: string): boolean => state.access.session.features[name] === true;
export const selectSignIn = (state: Root): AccessState['signIn'] => state.access.signIn;
export const selectSignOut = (state: Root): AccessState['signOut'] => state.access.signOut;
export const selectFirstRunForm = (state: Root): AccessState['firstRun'] => state.access.firstRun;
export const selectPasswordForm = (state: Root): AccessState['password'] => state.access.password;

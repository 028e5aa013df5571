import { serverAction, userAction, reducerOf, type ActionCreator } from '../store/action.ts';
import type { FieldFaults, FirstRunInput } from './first-run.ts';
import type { QueryStatus } from '../query/index.ts';
import type { Sending } from './failures.ts';
import { groupRole, NO_SESSION, personPage, type PersonDetails, type Session } from './session.ts';

interface Form {
  readonly status: Sending;
  readonly error: string | null;
}

export interface AccessState {
  readonly session: Session & { readonly status: QueryStatus; readonly error: string | null };
  readonly signIn: Form;
  readonly signOut: Form;
  /** The form for one's own password; `done` until it is opened again. */
  readonly password: Form & { readonly done: boolean };
  readonly firstRun: Form & { readonly fields: FieldFaults };
  /** The viewer's role in the group that is shown; `level` null: none. */
  readonly role: { readonly groupPath: string | null; readonly level: number | null };
  readonly person: {
    readonly username: string | null;
    readonly person: PersonDetails | null;
  };
  /** How often the server has named another viewer, or nobody, instead of the one who was signed in. Absent: never. */
  readonly viewerChanges?: number;
  /** RP-02.114: the id of the person whose session has ended without their doing. Absent: it has not. */
  readonly ended?: string;
}

const IDLE: Form = { status: 'idle', error: null };

export const initialAccessState: AccessState = {
  session: { ...NO_SESSION, status: 'idle', error: null },
  signIn: IDLE,
  signOut: IDLE,
  password: { ...IDLE, done: false },
  firstRun: { ...IDLE, fields: {} },
  role: { groupPath: null, level: null },
  person: { username: null, person: null },
};

/** Payload fields that hold secrets: no reducer reads them, and recorders of actions must blank them. */
export const secretPayloadKeys: readonly string[] = ['password', 'currentPassword'];

export const accessActions = {
  /** Reads the session; dispatched at the start, and again whenever it may have changed. */
  sessionRequested: userAction('access/sessionRequested'),
  signInSubmitted: userAction<{ username: string; password: string; returnTo?: string; inPlace?: boolean }>(
    'access/signInSubmitted',
  ),
  /** The form is opened again, without its last error. */
  signInOpened: userAction('access/signInOpened'),
  signOutSubmitted: userAction('access/signOutSubmitted'),
  firstRunSubmitted: userAction<FirstRunInput>('access/firstRunSubmitted'),
  passwordOpened: userAction('access/passwordOpened'),
  passwordSubmitted: userAction<{ currentPassword: string; password: string }>('access/passwordSubmitted'),
  /** A page of this group is open that depends on the viewer's role. */
  groupEntered: userAction<{ groupPath: string }>('access/groupEntered'),
  personOpened: userAction<{ username: string }>('access/personOpened'),
  personRetried: userAction('access/personRetried'),

  /** An answer arrived that a signed-in viewer would not get: the session may have ended. */
  sessionDoubted: serverAction('access/sessionDoubted'),
  /** The check is over, whatever its result. `wait`: it failed, and can be repeated after so many milliseconds. */
  sessionChecked: serverAction<{ wait?: number }>('access/sessionChecked'),
  /** The session has ended: the page stays the former viewer's until they sign in again, or go elsewhere. */
  sessionEnded: serverAction('access/sessionEnded'),
  /** The signed-out viewer goes to another page, as a visitor. */
  sessionGivenUp: userAction('access/sessionGivenUp'),
  sessionReceived: serverAction<Session>('access/sessionReceived'),
  sessionFailed: serverAction<{ text: string }>('access/sessionFailed'),
  signedIn: serverAction<Session>('access/signedIn'),
  signInFailed: serverAction<{ text: string }>('access/signInFailed'),
  signedOut: serverAction('access/signedOut'),
  signOutFailed: serverAction<{ text: string }>('access/signOutFailed'),
  passwordChanged: serverAction('access/passwordChanged'),
  passwordFailed: serverAction<{ text: string }>('access/passwordFailed'),
  firstRunDone: serverAction<Session>('access/firstRunDone'),
  firstRunFailed: serverAction<{ text: string | null; fields: FieldFaults }>('access/firstRunFailed'),
};

const known = (session: Session): AccessState['session'] => ({ ...session, status: 'ready', error: null });

/** EP-18.23: a role belongs to a person; that of another one is not known yet. */
function roleless(state: AccessState, { user }: Session): AccessState {
  if (state.session.user?.id === user?.id) return state;
  return { ...state, role: { ...state.role, level: null } };
}

/** RP-02.114: another viewer than the page's, without a sign-in or sign-out here. RP-02.120: one who went elsewhere as a visitor is signed in again. */
function replaces({ session: { user, status }, ended }: AccessState, next: Session): boolean {
  if (user === null) return ended !== undefined && next.user !== null;
  return status === 'ready' && user.id !== next.user?.id;
}

const counted = (state: AccessState, next: Session) =>
  replaces(state, next) ? { viewerChanges: (state.viewerChanges ?? 0) + 1 } : {};

/** The viewer is known, or signed out on purpose. */
function resumed({ ended: _ended, ...state }: AccessState): AccessState {
  return state;
}

type FormName = 'signIn' | 'signOut' | 'password' | 'firstRun';

export const accessReducer = reducerOf(initialAccessState, (on) => {
  const { signIn, signOut, password, firstRun } = initialAccessState;
  /** What all forms have in common: they are sent, and fail. */
  function onForm<P, F extends { readonly text: string | null }>(
    name: FormName,
    submitted: ActionCreator<P>,
    refused: ActionCreator<F>,
  ): void {
    on(submitted, (state) => ({ ...state, [name]: { ...initialAccessState[name], status: 'sending' } }));
    on(refused, (state, { text: error, ...more }) => {
      const failed = { ...initialAccessState[name], status: 'failed', error, ...more };
      return { ...state, [name]: failed };
    });
  }
  onForm('signIn', accessActions.signInSubmitted, accessActions.signInFailed);
  onForm('signOut', accessActions.signOutSubmitted, accessActions.signOutFailed);
  onForm('password', accessActions.passwordSubmitted, accessActions.passwordFailed);
  onForm('firstRun', accessActions.firstRunSubmitted, accessActions.firstRunFailed);
  on(accessActions.sessionRequested, (state) => ({
    ...state,
    session: { ...state.session, status: state.session.status === 'ready' ? 'ready' : 'loading', error: null },
  }));
  const looking = (state: AccessState, session: Session): AccessState => ({
    ...resumed(roleless(state, session)),
    ...counted(state, session),
    session: known(session),
  });
  on(accessActions.sessionReceived, looking);
  on(accessActions.sessionFailed, (state, { text }) => ({
    ...state,
    session: { ...state.session, status: 'failed', error: text },
  }));
  on(accessActions.signInOpened, (state) => ({ ...state, signIn }));
  on(accessActions.sessionEnded, (state) => {
    const { user } = state.session;
    return user === null ? state : { ...state, ended: user.id };
  });
  on(accessActions.sessionGivenUp, (state) =>
    state.ended === undefined || state.session.user === null
      ? state
      : {
          ...roleless(state, NO_SESSION),
          viewerChanges: (state.viewerChanges ?? 0) + 1,
          session: { ...state.session, user: null },
        },
  );
  on(accessActions.signedIn, (state, session) => ({ ...looking(state, session), signIn }));
  on(accessActions.signedOut, (state) => ({
    ...resumed(state),
    session: { ...state.session, user: null },
    signOut,
  }));
  on(accessActions.passwordOpened, (state) => ({ ...state, password }));
  on(accessActions.passwordChanged, (state) => ({ ...state, password: { ...password, done: true } }));
  on(accessActions.firstRunDone, (state, session) => ({
    ...state,
    session: known(session),
    firstRun,
  }));
  /** What was read of a group that is no longer shown changes nothing. */
  const withLevel = (state: AccessState, groupPath: string, level: number | null): AccessState =>
    state.role.groupPath === groupPath ? { ...state, role: { groupPath, level } } : state;
  on(accessActions.groupEntered, (state, { groupPath }) =>
    state.role.groupPath === groupPath ? state : { ...state, role: { groupPath, level: null } },
  );
  on(groupRole.received, (state, { params, data }) => withLevel(state, params.groupPath, data.level));
  on(groupRole.failed, (state, { params, missing }) => (missing ? withLevel(state, params.groupPath, null) : state));
  on(accessActions.personOpened, (state, { username }) =>
    state.person.username === username ? state : { ...state, person: { username, person: null } },
  );
  on(personPage.received, (state, { params: { username }, data }) =>
    state.person.username === username ? { ...state, person: { username, person: data } } : state,
  );
});

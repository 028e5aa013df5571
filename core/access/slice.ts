import { serverEvent, userEvent } from '../store/action.ts';
import type { FieldFaults, FirstRunInput } from './first-run.ts';
import type { Load, Sending } from './load.ts';
import { reducerOf } from './reducer.ts';
import type { Session } from './session.ts';
import { NO_SESSION } from './session.ts';

interface Form {
  readonly status: Sending;
  readonly error: string | null;
}

export interface AccessState {
  readonly session: Session & { readonly status: Load; readonly error: string | null };
  readonly signIn: Form;
  readonly signOut: Form;
  /** One's own password; `done` until the form is opened again. */
  readonly password: Form & { readonly done: boolean };
  readonly firstRun: Form & { readonly fields: FieldFaults };
}

const IDLE: Form = { status: 'idle', error: null };
const SENDING: Form = { status: 'sending', error: null };

export const initialAccessState: AccessState = {
  session: { ...NO_SESSION, status: 'idle', error: null },
  signIn: IDLE,
  signOut: IDLE,
  password: { ...IDLE, done: false },
  firstRun: { ...IDLE, fields: {} },
};

/** Names of payload fields that hold secrets: no reducer reads them, and a recorder of actions must blank them. */
export const secretPayloadKeys: readonly string[] = ['password', 'currentPassword'];

export const accessActions = {
  /** Asks who is looking; dispatched at the start, and again whenever the answer may have changed. */
  sessionRequested: userEvent('access/sessionRequested'),
  signInSubmitted: userEvent<{ username: string; password: string; returnTo?: string }>('access/signInSubmitted'),
  signOutSubmitted: userEvent('access/signOutSubmitted'),
  firstRunSubmitted: userEvent<FirstRunInput>('access/firstRunSubmitted'),
  passwordOpened: userEvent('access/passwordOpened'),
  passwordSubmitted: userEvent<{ currentPassword: string; password: string }>('access/passwordSubmitted'),

  sessionReceived: serverEvent<Session>('access/sessionReceived'),
  sessionFailed: serverEvent<{ text: string }>('access/sessionFailed'),
  signedIn: serverEvent<Session>('access/signedIn'),
  signInFailed: serverEvent<{ text: string }>('access/signInFailed'),
  signedOut: serverEvent('access/signedOut'),
  signOutFailed: serverEvent<{ text: string }>('access/signOutFailed'),
  passwordChanged: serverEvent('access/passwordChanged'),
  passwordFailed: serverEvent<{ text: string }>('access/passwordFailed'),
  firstRunDone: serverEvent<Session>('access/firstRunDone'),
  firstRunFailed: serverEvent<{ text: string | null; fields: FieldFaults }>('access/firstRunFailed'),
};

const known = (session: Session): AccessState['session'] => ({ ...session, status: 'ready', error: null });

const failed = (error: string | null): Form => ({ status: 'failed', error });

export const accessReducer = reducerOf(initialAccessState, (on) => {
  on(accessActions.sessionRequested, (state) => ({
    ...state,
    session: { ...state.session, status: state.session.status === 'ready' ? 'ready' : 'loading', error: null },
  }));
  on(accessActions.sessionReceived, (state, session) => ({ ...state, session: known(session) }));
  on(accessActions.sessionFailed, (state, { text }) => ({
    ...state,
    session: { ...state.session, status: 'failed', error: text },
  }));
  on(accessActions.signInSubmitted, (state) => ({ ...state, signIn: SENDING }));
  on(accessActions.signedIn, (state, session) => ({ ...state, session: known(session), signIn: IDLE }));
  on(accessActions.signInFailed, (state, { text }) => ({ ...state, signIn: failed(text) }));
  on(accessActions.signOutSubmitted, (state) => ({ ...state, signOut: SENDING }));
  on(accessActions.signedOut, (state) => ({ ...state, session: { ...state.session, user: null }, signOut: IDLE }));
  on(accessActions.signOutFailed, (state, { text }) => ({ ...state, signOut: failed(text) }));
  on(accessActions.passwordOpened, (state) => ({ ...state, password: initialAccessState.password }));
  on(accessActions.passwordSubmitted, (state) => ({ ...state, password: { ...SENDING, done: false } }));
  on(accessActions.passwordChanged, (state) => ({ ...state, password: { ...IDLE, done: true } }));
  on(accessActions.passwordFailed, (state, { text }) => ({ ...state, password: { ...failed(text), done: false } }));
  on(accessActions.firstRunSubmitted, (state) => ({ ...state, firstRun: { ...SENDING, fields: {} } }));
  on(accessActions.firstRunDone, (state, session) => ({
    ...state,
    session: known(session),
    firstRun: { ...IDLE, fields: {} },
  }));
  on(accessActions.firstRunFailed, (state, { text, fields }) => ({
    ...state,
    firstRun: { ...failed(text), fields },
  }));
});

import { all, call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports, WireError } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import { RESEND, sleep, waitBefore, ask, backOnline } from '../store/effects.ts';
import { firstRunFaults, trimFirstRun } from './first-run.ts';
import { SERVER_FAULT_TEXT, failureText } from './failures.ts';
import { groupRole, personPage } from './queries.ts';
import {
  selectFirstRunForm,
  selectPasswordForm,
  selectPersonId,
  selectRoleOf,
  selectSession,
  selectSignIn,
  selectSignOut,
} from './select.ts';
import { firstRunFailure, returnPath, sessionOf, signInFailure } from './session.ts';
import { accessActions, accessReducer, type AccessState } from './slice.ts';

const SESSION_FAILED = 'Something went wrong while loading your session.';
const SIGN_OUT_FAILED = 'Something went wrong while signing out.';
const PASSWORD_FAILED = 'Something went wrong while changing the password.';

type ActionOf<K extends keyof typeof accessActions> = ReturnType<(typeof accessActions)[K]>;

/** Watches the session and its forms: of several session requests the latest wins; a form is sent once at a time. */
export function* accessSaga(ports: Ports): Generator {
  yield* settleInterrupted();
  yield* all([
    takeLatest(accessActions.sessionRequested.type, loadSession, ports),
    takeLeading(accessActions.sessionDoubted.type, readSessionAgain, ports),
    takeLeading(accessActions.signInSubmitted.type, signIn, ports),
    takeLeading(accessActions.signOutSubmitted.type, signOut, ports),
    takeLeading(accessActions.firstRunSubmitted.type, firstRun, ports),
    takeLeading(accessActions.passwordSubmitted.type, changePassword, ports),
    observe(ports, groupRole, {
      params: selectRoleOf,
      opened: [accessActions.groupEntered.type, accessActions.sessionReceived.type, accessActions.signedIn.type],
    }),
    observe(ports, personPage, {
      params: ({ access: { person } }: Root) => (person.username === null ? null : { username: person.username }),
      opened: accessActions.personOpened.type,
      again: accessActions.personRetried.type,
    }),
  ]);
}

/** A restarted watcher cannot know what became of a form that was being sent: it reports a failure, and the form can be sent again. */
function* settleInterrupted(): Generator {
  const failure = { text: SERVER_FAULT_TEXT };
  if ((yield* select(selectSignIn)).status === 'sending') yield* put(accessActions.signInFailed(failure));
  if ((yield* select(selectSignOut)).status === 'sending') yield* put(accessActions.signOutFailed(failure));
  if ((yield* select(selectPasswordForm)).status === 'sending') yield* put(accessActions.passwordFailed(failure));
  if ((yield* select(selectFirstRunForm)).status === 'sending') {
    yield* put(accessActions.firstRunFailed({ ...failure, fields: {} }));
  }
}

/** RP-02.135: until signing in or out says otherwise. */
function* loadSession(ports: Ports): Generator {
  yield* race({ read: call(askWhoIsLooking, ports), told: take(TOLD) });
}

const TOLD = [accessActions.signedIn.type, accessActions.signedOut.type, accessActions.firstRunDone.type];

function* askWhoIsLooking({ rest, clock, connection }: Ports): Generator {
  for (let tries = 1; ; tries += 1) {
    const reply = yield* ask<unknown>(() => rest.request(WHO_IS_LOOKING));
    if (reply.ok) {
      yield* put(accessActions.sessionReceived(sessionOf(reply.data)));
      return;
    }
    const text = failureText(reply.error, SESSION_FAILED);
    const { status, error } = yield* select(selectSession);
    if (status !== 'failed' || error !== text) yield* put(accessActions.sessionFailed({ text }));
    const wait = waitBefore(reply.error, tries);
    if (wait === null) return;
    yield* race([call(sleep, clock, wait), call(backOnline, connection)]);
  }
}

/**
 * RP-02.113: one read for all answers that arrive while it is under way. A failure changes nothing here: the next answer raises the doubt again.
 * RP-02.114: for another person the page is reloaded, with nothing of the former one in it.
 */
function* readSessionAgain({ rest, navigation }: Ports): Generator {
  let failure: unknown;
  try {
    failure = yield* lookAgain(rest, navigation);
  } finally {
    const wait = failure === undefined ? undefined : (waitBefore(failure, LOOKS_AS_AFTER) ?? RESEND.slow);
    yield* put(accessActions.sessionChecked({ ...(wait !== undefined && { wait }) }));
  }
}

/** RP-02.30: a check that failed is repeated like an edit after so many attempts. */
const LOOKS_AS_AFTER = 3;

/** Returns the error if nobody could answer. */
function* lookAgain(rest: Ports['rest'], navigation: Ports['navigation']): SagaGenerator<WireError | undefined> {
  const before = yield* select(selectPersonId);
  const reply = before === null ? null : yield* ask<unknown>(() => rest.request(WHO_IS_LOOKING));
  const { now, ended } = yield* select((state: Root) => ({ now: selectPersonId(state), ended: state.access.ended }));
  // Somebody may have signed in or out here meanwhile.
  if (reply === null || now !== before) return undefined;
  if (!reply.ok) return reply.error;
  const session = sessionOf(reply.data);
  const person = session.user?.id ?? null;
  if (person === before) {
    if (ended !== undefined) yield* put(accessActions.sessionReceived(session));
    return undefined;
  }
  if (ended === undefined) yield* put(accessActions.sessionEnded());
  if (person !== null) yield* call([navigation, navigation.reload]);
  return undefined;
}

type Root = { readonly access: AccessState };

const WHO_IS_LOOKING = { method: 'GET', path: '/-/session.json' } as const;

/**
 * After signing in everything may look different, so the page is visited again. RP-02.119: in place, after the session ended, the same person continues where
 * they were; for another one the page is reloaded.
 */
function* signIn({ rest, navigation }: Ports, { payload }: ActionOf<'signInSubmitted'>): Generator {
  const body = { username: payload.username.trim(), password: payload.password };
  const reply = yield* ask<unknown>(() => rest.request({ method: 'POST', path: '/-/sign-in', body }));
  if (!reply.ok) {
    yield* put(accessActions.signInFailed({ text: signInFailure(reply.error) }));
    return;
  }
  const session = sessionOf(reply.data);
  const before = yield* select(selectPersonId);
  if (payload.inPlace === true && session.user?.id !== before) {
    yield* call([navigation, navigation.reload]);
    return;
  }
  yield* put(accessActions.signedIn(session));
  if (payload.inPlace !== true) yield* call([navigation, navigation.visit], returnPath(payload.returnTo));
}

function* signOut({ rest, navigation }: Ports): Generator {
  const reply = yield* ask<unknown>(() => rest.request({ method: 'POST', path: '/-/sign-out' }));
  if (!reply.ok) {
    yield* put(accessActions.signOutFailed({ text: failureText(reply.error, SIGN_OUT_FAILED) }));
    return;
  }
  yield* put(accessActions.signedOut());
  yield* call([navigation, navigation.visit], '/');
}

function* firstRun({ rest, navigation }: Ports, { payload }: ActionOf<'firstRunSubmitted'>): Generator {
  const fields = firstRunFaults(payload);
  if (Object.keys(fields).length > 0) {
    yield* put(accessActions.firstRunFailed({ text: null, fields }));
    return;
  }
  const body = trimFirstRun(payload);
  const reply = yield* ask<{ webUrl?: string } | null>(() =>
    rest.request({ method: 'POST', path: '/-/first-run', body }),
  );
  if (!reply.ok) {
    yield* put(accessActions.firstRunFailed(firstRunFailure(reply.error)));
    return;
  }
  yield* put(accessActions.firstRunDone({ ...sessionOf(reply.data), firstRun: false }));
  yield* call([navigation, navigation.visit], returnPath(reply.data?.webUrl ?? `/groups/${body.group.path}`));
}

/** RP-02.111: the server asks for the current password where there is one, and ends the person's other sessions. */
function* changePassword({ rest }: Ports, { payload }: ActionOf<'passwordSubmitted'>): Generator {
  const reply = yield* ask<unknown>(() => rest.request({ method: 'POST', path: '/-/password', body: payload }));
  if (reply.ok) yield* put(accessActions.passwordChanged());
  else yield* put(accessActions.passwordFailed({ text: failureText(reply.error, PASSWORD_FAILED) }));
}

/** What the planner wires: the state under `access`, its watcher; nothing here is optimistic. */
export const accessDomain = { name: 'access', reducer: accessReducer, saga: accessSaga } as const;

import { all, call, put, race, select, take, takeLatest, takeLeading, type SagaGenerator } from 'typed-redux-saga';
import type { Ports, WireError } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import { RESEND, sleep, waitBefore, request, backOnline } from '../store/effects.ts';
import { SIGN_OUT_FORM, watchForms } from './forms.ts';
import { failureText } from './failures.ts';
import { selectPersonAsked, selectPersonId, selectRoleOf, selectSession, type Root } from './select.ts';
import { groupRole, personPage, sessionOf } from './session.ts';
import { accessActions, accessReducer } from './slice.ts';

const SESSION_FAILED = 'Something went wrong while loading your session.';

/** Watches the session, and signing out: of several session requests the latest wins. */
export function* accessSaga(ports: Ports): Generator {
  yield* all([
    watchForms(ports, [SIGN_OUT_FORM]),
    takeLatest(accessActions.sessionRequested.type, loadSession, ports),
    takeLeading(accessActions.sessionDoubted.type, readSessionAgain, ports),
    observe(ports, groupRole, {
      params: selectRoleOf,
      opened: [accessActions.groupEntered.type, accessActions.sessionReceived.type, accessActions.signedIn.type],
    }),
    observe(ports, personPage, {
      params: selectPersonAsked,
      opened: accessActions.personOpened.type,
      again: accessActions.personRetried.type,
    }),
  ]);
}

/** RP-02.135: until signing in or out says otherwise. */
function* loadSession(ports: Ports): Generator {
  yield* race({ read: call(askWhoIsLooking, ports), told: take(TOLD) });
}

const TOLD = [accessActions.signedIn.type, accessActions.signedOut.type, accessActions.firstRunDone.type];

function* askWhoIsLooking({ rest, clock, connection }: Ports): Generator {
  for (let tries = 1; ; tries += 1) {
    const reply = yield* request<unknown>(() => rest.request(WHO_IS_LOOKING));
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

/** Returns the error if the session could not be read. */
function* lookAgain(rest: Ports['rest'], navigation: Ports['navigation']): SagaGenerator<WireError | undefined> {
  const before = yield* select(selectPersonId);
  const reply = before === null ? null : yield* request<unknown>(() => rest.request(WHO_IS_LOOKING));
  const { now, ended } = yield* select((state: Root) => ({ now: selectPersonId(state), ended: state.access.ended }));
  // mutant: late-doubt-wins
  // The person may have signed in or out here meanwhile.
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

const WHO_IS_LOOKING = { method: 'GET', path: '/-/session.json' } as const;

/** What the planner wires: the state under `access`, its watcher; nothing here is optimistic. */
export const accessDomain = { name: 'access', reducer: accessReducer, saga: accessSaga } as const;

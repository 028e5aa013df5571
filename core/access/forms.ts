import type { Ports, RestRequest, WireError } from '../ports/index.ts';
import type { Action, ActionCreator } from '../store/action.ts';
import { all, call, put, select, takeLeading, type SagaGenerator } from 'typed-redux-saga';
import { request, wireFault } from '../store/effects.ts';
import { failureText, SERVER_FAULT_TEXT, type Sending } from './failures.ts';
import { firstRunFaults, trimFirstRun } from './first-run.ts';
import { selectFirstRunForm, selectPasswordForm, selectPersonId, selectSignIn, selectSignOut } from './select.ts';
import { firstRunFailure, returnPath, sessionOf, signInFailure } from './session.ts';
import { accessActions } from './slice.ts';

/** A form that is no mutation (ADR 0024): what it sends must not be recorded, or not be repeated. `A`: the answer. */
export interface AccessForm<P, A = unknown> {
  readonly submitted: ActionCreator<P>;
  /** Its part of the state. */
  shown(state: never): { readonly status: Sending };
  /** Why it is not sent; null: it is. */
  refuse?(given: P, ports: Ports): Action | null;
  request(given: P): RestRequest;
  done(ports: Ports, answer: A, given: P): SagaGenerator<unknown>;
  failed(error: WireError): Action;
}

type AnyForm = AccessForm<never, never>;

/** Erases the types of a form, for lists of forms. */
export const accessForm = <P, A = unknown>(form: AccessForm<P, A>): AnyForm => form as unknown as AnyForm;

/** RP-02.103: each form is sent once at a time. RP-02.109: after a restart the outcome of one that was being sent is unknown: it counts as failed, and can be sent again. */
export function* watchForms(ports: Ports, forms: readonly AnyForm[]): Generator {
  for (const { shown, failed } of forms) {
    const { status } = yield* select(shown as (state: unknown) => ReturnType<AnyForm['shown']>);
    if (status === 'sending') yield* put(failed(wireFault('http', { messages: [SERVER_FAULT_TEXT] })));
  }
  yield* all(forms.map((form) => takeLeading(form.submitted.type, send, ports, form)));
}

function* send(ports: Ports, form: AnyForm, { payload }: Action<never>): Generator {
  const refused = form.refuse?.(payload, ports) ?? null;
  if (refused !== null) {
    yield* put(refused);
    return;
  }
  const reply = yield* request<never>(() => ports.rest.request(form.request(payload)));
  if (reply.ok) yield* form.done(ports, reply.data, payload);
  else yield* put(form.failed(reply.error));
}

const post = (path: string, body?: object): RestRequest => ({ method: 'POST', path, ...(body && { body }) });

/** After signing in the page is visited again. RP-02.119: in place the same person continues where they were, and for another one it is reloaded. */
const signIn = accessForm({
  submitted: accessActions.signInSubmitted,
  shown: selectSignIn,
  request: ({ username, password }) => post('/-/sign-in', { username: username.trim(), password }),
  *done({ navigation }, answer, { inPlace, returnTo }) {
    const session = sessionOf(answer);
    const before = yield* select(selectPersonId);
    if (inPlace === true && session.user?.id !== before) {
      yield* call([navigation, navigation.reload]);
      return;
    }
    yield* put(accessActions.signedIn(session));
    if (inPlace !== true) yield* call([navigation, navigation.visit], returnPath(returnTo));
  },
  failed: (error) => accessActions.signInFailed({ text: signInFailure(error) }),
});

const signOut = accessForm({
  submitted: accessActions.signOutSubmitted,
  shown: selectSignOut,
  request: () => post('/-/sign-out'),
  *done({ navigation }) {
    yield* put(accessActions.signedOut());
    yield* call([navigation, navigation.visit], '/');
  },
  failed: (error) =>
    accessActions.signOutFailed({ text: failureText(error, 'Something went wrong while signing out.') }),
});

const firstRun = accessForm({
  submitted: accessActions.firstRunSubmitted,
  shown: selectFirstRunForm,
  refuse(input) {
    const fields = firstRunFaults(input);
    return Object.keys(fields).length === 0 ? null : accessActions.firstRunFailed({ text: null, fields });
  },
  request: (input) => post('/-/first-run', trimFirstRun(input)),
  *done({ navigation }, answer: { webUrl?: string } | null, input) {
    yield* put(accessActions.firstRunDone({ ...sessionOf(answer), firstRun: false }));
    const { path } = trimFirstRun(input).group;
    yield* call([navigation, navigation.visit], returnPath(answer?.webUrl ?? `/groups/${path}`));
  },
  failed: (error) => accessActions.firstRunFailed(firstRunFailure(error)),
});

/** RP-02.111: the server asks for the current password where there is one, and ends the person's other sessions. */
const password = accessForm({
  submitted: accessActions.passwordSubmitted,
  shown: selectPasswordForm,
  request: (typed) => post('/-/password', typed),
  *done() {
    yield* put(accessActions.passwordChanged());
  },
  failed: (error) =>
    accessActions.passwordFailed({ text: failureText(error, 'Something went wrong while changing the password.') }),
});

export const ACCESS_FORMS = [signIn, signOut, firstRun, password] as const;

import type { Ports, RestRequest, WireError } from '../ports/index.ts';
import type { Action, ActionCreator } from '../store/action.ts';
import { all, call, put, select, takeLeading, type SagaGenerator } from 'typed-redux-saga';
import { request, wireFault } from '../store/effects.ts';
import { failureText, SERVER_FAULT_TEXT, type Sending } from './failures.ts';
import { selectSignOut } from './select.ts';
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
  /** `given` is absent where a restart has lost it. */
  failed(error: WireError, given?: P): Action;
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
  else yield* put(form.failed(reply.error, payload));
}

/** Every page offers it; the forms that let somebody in come later (`entry.ts`). */
export const SIGN_OUT_FORM = accessForm({
  submitted: accessActions.signOutSubmitted,
  shown: selectSignOut,
  request: () => ({ method: 'POST', path: '/-/sign-out' }),
  *done({ navigation }) {
    yield* put(accessActions.signedOut());
    yield* call([navigation, navigation.visit], '/');
  },
  failed: (error) =>
    accessActions.signOutFailed({ text: failureText(error, 'Something went wrong while signing out.') }),
});

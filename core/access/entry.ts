import type { Ports, RestRequest, WireError } from '../ports/index.ts';
import { call, put, select } from 'typed-redux-saga';
import { failureText } from './failures.ts';
import { FIRST_RUN_FIELDS, firstRunFaults, trimFirstRun, type FieldFaults, type FirstRunField } from './first-run.ts';
import { accessForm, watchForms } from './forms.ts';
import { selectFirstRunForm, selectPasswordForm, selectPersonId, selectSignIn } from './select.ts';
import { returnPath, sessionOf } from './session.ts';
import { accessActions } from './slice.ts';

/** The forms that let somebody in: signing in, the first run, the password. Their code comes with their pages. */

export const SIGN_IN_REFUSED = 'Invalid login or password.';
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again later.';

/** RP-02.104: what a refused sign-in says. */
export function signInFailure(error: WireError): string {
  if (error.status === 401) return error.messages[0] ?? SIGN_IN_REFUSED;
  if (error.status === 429) return error.messages[0] ?? TOO_MANY_ATTEMPTS;
  return failureText(error);
}

const FIELD_MESSAGE = new RegExp(
  `^(${FIRST_RUN_FIELDS.map((field) => field.replace('.', '[. ]')).join('|')}):? (.+)$`,
  's',
);

/** RP-02.108: messages that begin with a field's name belong to that field, the first other one to the whole form. */
export function firstRunFailure(error: WireError): { readonly text: string | null; readonly fields: FieldFaults } {
  const fields: Partial<Record<FirstRunField, string>> = {};
  let rest: string | null = null;
  for (const message of error.messages) {
    const match = FIELD_MESSAGE.exec(message);
    if (match === null) rest ??= message;
    else fields[(match[1] ?? '').replace(' ', '.') as FirstRunField] ??= match[2] ?? '';
  }
  const named = Object.keys(fields).length > 0;
  return { text: rest ?? (named ? null : failureText(error)), fields };
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

export const ENTRY_FORMS = [signIn, firstRun, password] as const;

export const entrySaga = (ports: Ports): Generator => watchForms(ports, ENTRY_FORMS);

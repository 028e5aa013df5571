import type { Ports, WireError } from '../../ports/index.ts';
import type { AnyAction } from '../../store/action.ts';
import { all, call, put } from 'typed-redux-saga';
import { dayOfInstant } from '../../calendar/rules.ts';
import { observe } from '../../query/index.ts';
import { withMeta } from '../../store/action.ts';
import { isUncertain, wireFault } from '../../store/effects.ts';
import { SERVER_FAULT_TEXT, failureText } from '../failures.ts';
import { accessForm, watchForms } from '../forms.ts';
import { REVOKING, tokenActions, TOKENS, type TokensRoot } from './slice.ts';
import { listed, ownTokens, READING } from './queries.ts';
import { tokenFaults } from './rules.ts';
import { madeToken } from './wire.ts';

/** Where the server failed without a text of its own. */
export const TOKEN_TEXTS = {
  reading: READING,
  making: 'Something went wrong while creating the token.',
  revoking: REVOKING,
} as const;

const failed = (error: WireError) =>
  tokenActions.refused({
    text: failureText(error, TOKEN_TEXTS.making),
    fields: {},
    ...(isUncertain(error) && { uncertain: true }),
  });

/**
 * RP-02.130 to RP-02.132. It is sent without an idempotency key: the server would keep its answer, including the secret, for anyone who sends
 * the key again.
 */
const form = accessForm({
  submitted: tokenActions.submitted,
  shown: (state: TokensRoot) => state.tokens.form,
  refuse(input, { clock }) {
    const fields = tokenFaults(input, dayOfInstant(clock.now(), 'UTC'));
    return Object.keys(fields).length === 0 ? null : tokenActions.refused({ text: null, fields });
  },
  request: ({ name, expiresAt, scope }) => ({
    method: 'POST',
    path: '/api/v4/user/personal_access_tokens',
    body: { name: name.trim(), expires_at: expiresAt, scopes: [scope] },
  }),
  *done({ secrets }, answer) {
    const made = madeToken(answer);
    if (made === null) {
      yield* put(failed(wireFault('malformed', { messages: [SERVER_FAULT_TEXT] })));
      return;
    }
    yield* call(() => secrets?.show(made.token.id, made.secret));
    yield* put(withMeta(tokenActions.made({ token: made.token }), { invalidates: [TOKENS] }));
  },
  failed,
});

/** Reads the list while the page is open, and makes tokens one at a time. */
export function* tokensSaga(ports: Ports): Generator {
  yield* all([
    watchForms(ports, [form]),
    observe(ports, ownTokens, {
      params: listed,
      opened: tokenActions.opened.type,
      again: tokenActions.retried.type,
      // RP-02.132
      stale: (action: AnyAction) => tokenActions.refused.match(action) && action.payload.uncertain === true,
    }),
  ]);
}

import type { Ports } from '../../ports/index.ts';
import type { Token } from './wire.ts';
import { all, call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { dayOfInstant } from '../../calendar/rules.ts';
import { isUncertain, ask } from '../../store/effects.ts';
import { SERVER_FAULT_TEXT, failureText } from '../failures.ts';
import { tokenActions, selectTokens } from './slice.ts';
import { tokenFaults } from './rules.ts';
import { madeToken, tokensOf } from './wire.ts';

const TOKENS = '/api/v4/personal_access_tokens';
const PER_PAGE = 100;

/** Of several reads the latest wins; one token is made at a time, and one revoked. */
export function* tokensSaga(ports: Ports): Generator {
  yield* settleInterrupted();
  yield* all([
    takeLatest([tokenActions.opened.type, tokenActions.retried.type, tokenActions.outdated.type], readTokens, ports),
    takeLeading(tokenActions.submitted.type, makeToken, ports),
    takeLeading(tokenActions.revocationConfirmed.type, revokeToken, ports),
  ]);
}

/** A restarted watcher cannot know what became of what was being sent: it reports a failure, and it can be sent again. */
function* settleInterrupted(): Generator {
  const { status, form, revocation } = yield* select(selectTokens);
  const text = SERVER_FAULT_TEXT;
  if (status === 'loading') yield* put(tokenActions.failed({ text }));
  if (form.status === 'sending') yield* put(tokenActions.refused({ text, fields: {} }));
  if (revocation.status === 'sending') yield* put(tokenActions.revocationFailed({ text }));
}

/** RP-02.129 */
function* readTokens({ rest }: Ports): Generator {
  const tokens: Token[] = [];
  for (let page = '1'; page !== '';) {
    const query = { revoked: false, per_page: PER_PAGE, page };
    const reply = yield* ask<unknown>(() => rest.request({ method: 'GET', path: TOKENS, query }));
    if (!reply.ok) {
      yield* put(tokenActions.failed({ text: failureText(reply.error, TOKEN_TEXTS.reading) }));
      return;
    }
    tokens.push(...tokensOf(reply.data));
    page = reply.headers['x-next-page'] ?? '';
  }
  yield* put(tokenActions.received({ tokens }));
}

/**
 * RP-02.130 to RP-02.132. It is sent without an idempotency key: the server would keep its answer, including the secret, for anyone who sends
 * the key again.
 */
function* makeToken(
  { rest, clock, secrets }: Ports,
  { payload }: ReturnType<typeof tokenActions.submitted>,
): Generator {
  const { name, expiresAt, scope } = payload;
  const fields = tokenFaults(payload, dayOfInstant(clock.now(), 'UTC'));
  if (Object.keys(fields).length > 0) {
    yield* put(tokenActions.refused({ text: null, fields }));
    return;
  }
  const body = { name: name.trim(), expires_at: expiresAt, scopes: [scope] };
  const reply = yield* ask<unknown>(() =>
    rest.request({ method: 'POST', path: '/api/v4/user/personal_access_tokens', body }),
  );
  const made = reply.ok ? madeToken(reply.data) : null;
  if (made !== null) {
    yield* call(() => secrets?.show(made.token.id, made.secret));
    yield* put(tokenActions.made({ token: made.token }));
  } else {
    const text = reply.ok ? SERVER_FAULT_TEXT : failureText(reply.error, TOKEN_TEXTS.making);
    yield* put(tokenActions.refused({ text, fields: {} }));
  }
  yield* readAgain(reply.ok ? made === null : isUncertain(reply.error));
}

/** RP-02.133 */
function* revokeToken({ rest }: Ports): Generator {
  const { id } = (yield* select(selectTokens)).revocation;
  if (id === null) return;
  const reply = yield* ask<unknown>(() => rest.request({ method: 'DELETE', path: `${TOKENS}/${id}` }));
  if (reply.ok || reply.error.status === 404) yield* put(tokenActions.revoked({ id }));
  else yield* put(tokenActions.revocationFailed({ text: failureText(reply.error, TOKEN_TEXTS.revoking) }));
  yield* readAgain(false);
}

/** A list that is being read may be older than the change. */
function* readAgain(uncertain: boolean): Generator {
  const { status } = yield* select(selectTokens);
  if (uncertain || status === 'loading') yield* put(tokenActions.outdated());
}

/** Where the server failed without a text of its own. */
export const TOKEN_TEXTS = {
  reading: 'Something went wrong while fetching your tokens.',
  making: 'Something went wrong while creating the token.',
  revoking: 'Something went wrong while revoking the token.',
} as const;

import type { Answer, Ports, WireError } from '../../ports/index.ts';
import { all, call, put, type SagaGenerator } from 'typed-redux-saga';
import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { dayOfInstant } from '../../calendar/rules.ts';
import { observe, query } from '../../query/index.ts';
import { withMeta, type AnyAction } from '../../store/action.ts';
import { abortable, isUncertain, wireFault } from '../../store/effects.ts';
import { SERVER_FAULT_TEXT, failureText } from '../failures.ts';
import { accessForm, watchForms } from '../forms.ts';
import { isTokenScope, tokenFaults, type Token } from './rules.ts';
import { listed, TOKEN_TEXTS, tokenActions, tokenList, TOKENS, type TokensRoot } from './slice.ts';

/** RP-02.131: takes in only the fields it knows, so that the secret in the same answer never reaches the state. Null: not a token. */
function tokenOf(value: unknown): Token | null {
  const { id, name, scopes, created_at, last_used_at, expires_at, active } = jsonOf(value);
  if (typeof id !== 'number' && typeof id !== 'string') return null;
  return {
    id: String(id),
    name: textOf(name, ''),
    scopes: Array.isArray(scopes) ? scopes.filter(isTokenScope) : [],
    createdAt: textOf(created_at),
    lastUsedAt: textOf(last_used_at),
    expiresAt: textOf(expires_at),
    active: active === true,
  };
}

const tokensOf = (answer: unknown): readonly Token[] =>
  Array.isArray(answer) ? answer.map(tokenOf).filter((token) => token !== null) : [];

/** The token that the server made. Null: the answer is not valid. */
function madeToken(answer: unknown): { readonly token: Token; readonly secret: string } | null {
  const token = tokenOf(answer);
  const secret = textOf(jsonOf(answer)['token']);
  return token === null || secret === null ? null : { token, secret };
}

const PATH = '/api/v4/personal_access_tokens';
const PER_PAGE = 100;

/** RP-02.129: all pages in one read. */
const ownTokens = query(tokenList, {
  *read({ rest }): SagaGenerator<Answer<readonly Token[]>> {
    const tokens: Token[] = [];
    for (let page = '1'; ;) {
      const query = { revoked: false, per_page: PER_PAGE, page };
      const answer = yield* call(() => abortable(rest.request<unknown>({ method: 'GET', path: PATH, query })));
      tokens.push(...tokensOf(answer.data));
      page = answer.headers['x-next-page'] ?? '';
      if (page === '') return { ...answer, data: tokens };
    }
  },
  decode: (tokens) => ({ tokens }),
  readsVersionsOf: () => [TOKENS],
  hides: () => false,
  failure: (error) => failureText(error, TOKEN_TEXTS.reading),
});

const failed = (error: WireError) =>
  tokenActions.refused({
    text: failureText(error, TOKEN_TEXTS.making),
    fields: {},
    ...(isUncertain(error) && { uncertain: true }),
  });

/** RP-02.130 to RP-02.132. Without an idempotency key: the server would keep its answer, including the secret, for anyone who sends it again. */
export const TOKEN_FORM = accessForm({
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
    watchForms(ports, [TOKEN_FORM]),
    observe(ports, ownTokens, {
      params: listed,
      opened: tokenActions.opened.type,
      again: tokenActions.retried.type,
      // RP-02.132
      stale: (action: AnyAction) => tokenActions.refused.match(action) && action.payload.uncertain === true,
    }),
  ]);
}

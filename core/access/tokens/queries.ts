import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer } from '../../ports/index.ts';
import type { Token } from './wire.ts';
import { call } from 'typed-redux-saga';
import { query, selectQuery, type Queries } from '../../query/index.ts';
import { abortable } from '../../store/effects.ts';
import { failureText } from '../failures.ts';
import { tokenList, TOKENS, type TokensRoot } from './slice.ts';
import { tokensOf } from './wire.ts';

const PATH = '/api/v4/personal_access_tokens';
const PER_PAGE = 100;

/** Where the server failed without a text of its own. */
export const READING = 'Something went wrong while fetching your tokens.';

/** RP-02.129: all pages in one read. */
export const ownTokens = query(tokenList, {
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
  failure: (error) => failureText(error, READING),
});

export const selectTokens = ({ tokens }: Pick<TokensRoot, 'tokens'>): TokensRoot['tokens'] => tokens;

/** What is listed of the page that is open; null: it was not opened. */
export const listed = ({ tokens }: Pick<TokensRoot, 'tokens'>): object | null => (tokens.open ? {} : null);

/** How far the list is read. */
export const selectTokenList = (state: Pick<TokensRoot, 'tokens'> & { readonly queries: Queries }) =>
  selectQuery(state, tokenList, listed(state));

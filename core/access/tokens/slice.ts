import type { Token, TokenFaults, TokenInput } from './rules.ts';
import type { Step } from '../../store/domain.ts';
import { define, isPending, mutation, type Pending } from '../../mutation/index.ts';
import { queryName, selectQuery, type Queries } from '../../query/index.ts';
import { serverAction, userAction, reducerOf, type AnyAction } from '../../store/action.ts';
import { dayOfInstant, type CivilDate } from '../../calendar/rules.ts';
import { failureText, type Sending } from '../failures.ts';

/** None of them carries the secret of a token (RP-02.131). */
export const tokenActions = {
  opened: userAction('tokens/opened'),
  retried: userAction('tokens/retried'),
  submitted: userAction<TokenInput>('tokens/submitted'),
  revocationAsked: userAction<{ id: string }>('tokens/revocationAsked'),
  revocationCancelled: userAction('tokens/revocationCancelled'),
  revocationConfirmed: mutation<{ readonly id: string }, null, void>('tokens/revocationConfirmed'),

  made: serverAction<{ token: Token }>('tokens/made'),
  /** `uncertain`: it may have been made all the same. */
  refused: serverAction<{ text: string | null; fields: TokenFaults; uncertain?: true }>('tokens/refused'),
};

export const tokenList = queryName<object, { readonly tokens: readonly Token[] }>('tokens/list', () => '');

/** What a change of one's tokens invalidates: a read of the list that began before it. */
export const TOKENS = 'tokens';

/** Where the server failed without a text of its own. */
export const TOKEN_TEXTS = {
  reading: 'Something went wrong while fetching your tokens.',
  making: 'Something went wrong while creating the token.',
  revoking: 'Something went wrong while revoking the token.',
} as const;

export interface TokensState {
  readonly open: boolean;
  /** When that was, in UTC as all days of tokens. */
  readonly today: CivilDate;
  /** Newest first, without revoked ones. */
  readonly tokens: readonly Token[];
  /** `made`: how many since the page was opened. */
  readonly form: {
    readonly status: Sending;
    readonly error: string | null;
    readonly fields: TokenFaults;
    readonly made: number;
  };
  /** `id`: of the token that is to be revoked once the person confirms. */
  readonly revocation: { readonly id: string | null; readonly error: string | null };
}

export const initialTokensState: TokensState = {
  open: false,
  today: '1970-01-01',
  tokens: [],
  form: { status: 'idle', error: null, fields: {}, made: 0 },
  revocation: { id: null, error: null },
};

const { revocation: NO_REVOCATION } = initialTokensState;

const withForm = (state: TokensState, change: Partial<TokensState['form']>): TokensState => ({
  ...state,
  form: { ...initialTokensState.form, made: state.form.made, ...change },
});

const without = (state: TokensState, id: string): TokensState => ({
  ...state,
  tokens: state.tokens.filter((token) => token.id !== id),
  revocation: state.revocation.id === id ? NO_REVOCATION : state.revocation,
});

export const tokensReducer = reducerOf(initialTokensState, (on) => {
  on(tokenActions.opened, (_state, _payload, { at = 0 }) => ({
    ...initialTokensState,
    open: true,
    today: dayOfInstant(at, 'UTC'),
  }));
  on(tokenList.received, (state, { data: { tokens } }) => ({ ...state, tokens }));
  on(tokenActions.submitted, (state) => withForm(state, { status: 'sending' }));
  on(tokenActions.refused, (state, { text, fields }) => withForm(state, { status: 'failed', error: text, fields }));
  on(tokenActions.made, (state, { token }) => ({
    ...withForm(state, { made: state.form.made + 1 }),
    tokens: [token, ...state.tokens.filter(({ id }) => id !== token.id)],
  }));
  on(tokenActions.revocationAsked, (state, { id }) => ({ ...state, revocation: { id, error: null } }));
  on(tokenActions.revocationCancelled, (state) => ({ ...state, revocation: NO_REVOCATION }));
  on(tokenActions.revocationConfirmed, (state) => ({ ...state, revocation: { ...state.revocation, error: null } }));
  on(tokenActions.revocationConfirmed.committed, (state, { asked: { id } }) => without(state, id));
  on(tokenActions.revocationConfirmed.refused, (state, { asked: { id }, failure }) => {
    if (failure.status === NOT_FOUND) return without(state, id);
    const error = failureText(failure, TOKEN_TEXTS.revoking);
    return state.revocation.id === id ? { ...state, revocation: { id, error } } : state;
  });
});

const NOT_FOUND = 404;

export interface TokensRoot {
  readonly tokens: TokensState;
  readonly pending: readonly Pending[];
}

export const selectTokens = ({ tokens }: Pick<TokensRoot, 'tokens'>): TokensRoot['tokens'] => tokens;

/** The parameters of the list; null: the page was not opened. */
export const listed = ({ tokens }: Pick<TokensRoot, 'tokens'>): object | null => (tokens.open ? {} : null);

export const selectTokenList = (state: Pick<TokensRoot, 'tokens'> & { readonly queries: Queries }) =>
  selectQuery(state, tokenList, listed(state));

/** The token that the dialog asks about is being revoked. */
export const selectRevoking = (state: TokensRoot): boolean =>
  isPending(state, tokenActions.revocationConfirmed, ({ id }) => id === state.tokens.revocation.id);

/** RP-02.133 */
const revocation = define(tokenActions.revocationConfirmed, {
  scope: ({ id }) => `tokens ${id}`,
  invalidates: () => [TOKENS],
  accept(state: TokensRoot) {
    const { id } = state.tokens.revocation;
    return id === null || selectRevoking(state) ? null : { id };
  },
  request: (_, { id }) => ({ rest: { method: 'DELETE', path: `/api/v4/personal_access_tokens/${id}` } }),
  error: ({ id }, failure, { tokens }: TokensRoot) =>
    failure.status === NOT_FOUND || tokens.revocation.id === id
      ? 'form'
      : { kind: 'danger', text: failureText(failure, TOKEN_TEXTS.revoking), scope: 'page' },
});

const { revocationAsked, revocationCancelled } = tokenActions;

/** What the planner wires. While a token is being revoked the question stays as it is. */
export const tokensDomain = {
  name: 'tokens',
  reducer: tokensReducer,
  mutations: [revocation],
  afterReduce: (tokens: TokensState, action: AnyAction, { before }: Step<TokensRoot>): TokensState =>
    (revocationAsked.match(action) || revocationCancelled.match(action)) && selectRevoking(before)
      ? before.tokens
      : tokens,
} as const;

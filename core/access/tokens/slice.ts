import type { Token } from './wire.ts';
import type { TokenFaults, TokenInput } from './rules.ts';
import type { AccessState } from '../slice.ts';
import type { CivilDate } from '../../calendar/rules.ts';
import type { Load, Sending } from '../failures.ts';
import { serverAction, userAction, reducerOf } from '../../store/action.ts';
import { dayOfInstant } from '../../calendar/rules.ts';

/** None of them carries the secret of a token (RP-02.131). */
export const tokenActions = {
  opened: userAction('tokens/opened'),
  retried: userAction('tokens/retried'),
  submitted: userAction<TokenInput>('tokens/submitted'),
  revocationAsked: userAction<{ id: string }>('tokens/revocationAsked'),
  revocationCancelled: userAction('tokens/revocationCancelled'),
  revocationConfirmed: userAction('tokens/revocationConfirmed'),

  received: serverAction<{ tokens: readonly Token[] }>('tokens/received'),
  failed: serverAction<{ text: string }>('tokens/failed'),
  /** The list, or the answer that is on its way, may be older than a change. */
  outdated: serverAction('tokens/outdated'),
  made: serverAction<{ token: Token }>('tokens/made'),
  refused: serverAction<{ text: string | null; fields: TokenFaults }>('tokens/refused'),
  revoked: serverAction<{ id: string }>('tokens/revoked'),
  revocationFailed: serverAction<{ text: string }>('tokens/revocationFailed'),
};

export interface TokensState {
  readonly status: Load;
  readonly error: string | null;
  /** When the page was opened, in UTC as all days of tokens. */
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
  readonly revocation: { readonly id: string | null; readonly status: Sending; readonly error: string | null };
}

export const initialTokensState: TokensState = {
  status: 'idle',
  error: null,
  today: '1970-01-01',
  tokens: [],
  form: { status: 'idle', error: null, fields: {}, made: 0 },
  revocation: { id: null, status: 'idle', error: null },
};

const { revocation: NO_REVOCATION } = initialTokensState;

export const tokensReducer = reducerOf(initialTokensState, (on) => {
  on(tokenActions.opened, (_state, _payload, { at = 0 }) => ({
    ...initialTokensState,
    status: 'loading',
    today: dayOfInstant(at, 'UTC'),
  }));
  on(tokenActions.retried, (state) => ({ ...state, status: 'loading', error: null }));
  on(tokenActions.received, (state, { tokens }) => ({ ...state, status: 'ready', error: null, tokens }));
  // What is there stays, even if it could not be read again.
  on(tokenActions.failed, (state, { text }) =>
    state.status === 'loading' ? { ...state, status: 'failed', error: text } : state,
  );
  on(tokenActions.submitted, (state) => ({
    ...state,
    form: { ...state.form, status: 'sending', error: null, fields: {} },
  }));
  on(tokenActions.refused, (state, { text, fields }) => ({
    ...state,
    form: { ...state.form, status: 'failed', error: text, fields },
  }));
  on(tokenActions.made, (state, { token }) => ({
    ...state,
    tokens: [token, ...state.tokens.filter(({ id }) => id !== token.id)],
    form: { ...initialTokensState.form, made: state.form.made + 1 },
  }));
  on(tokenActions.revocationAsked, (state, { id }) =>
    state.revocation.status === 'sending' ? state : { ...state, revocation: { ...NO_REVOCATION, id } },
  );
  on(tokenActions.revocationCancelled, (state) =>
    state.revocation.status === 'sending' ? state : { ...state, revocation: NO_REVOCATION },
  );
  on(tokenActions.revocationConfirmed, (state) =>
    state.revocation.id === null
      ? state
      : { ...state, revocation: { ...state.revocation, status: 'sending', error: null } },
  );
  on(tokenActions.revoked, (state, { id }) => ({
    ...state,
    tokens: state.tokens.filter((token) => token.id !== id),
    revocation: state.revocation.id === id ? NO_REVOCATION : state.revocation,
  }));
  on(tokenActions.revocationFailed, (state, { text }) => ({
    ...state,
    revocation: { ...state.revocation, status: 'failed', error: text },
  }));
});

/** The state as this domain reads it. */
export interface TokensRoot {
  readonly access: AccessState;
  readonly tokens: TokensState;
}

export const selectTokens = ({ tokens }: TokensRoot): TokensState => tokens;

/** What the planner wires. */
export const tokensDomain = {
  name: 'tokens',
  reducer: tokensReducer,
} as const;

import type { CivilDate } from '../../calendar/rules.ts';
import type { Load, Sending } from '../load.ts';
import type { TokenFaults } from './rules.ts';
import type { Token } from './wire.ts';
import { dayOfInstant } from '../../calendar/rules.ts';
import { reducerOf } from '../reducer.ts';
import { tokenActions } from './actions.ts';

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
  /** `id`: of the token that is to be revoked, if that is sure. */
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
  // What is there stays, also when it could not be read anew.
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

import { tokensSaga } from './saga.ts';
import { tokensReducer } from './slice.ts';

export { tokenActions } from './actions.ts';
export { lastExpiry, offeredExpiry, TOKEN_SCOPES, type TokenScope } from './rules.ts';
export { selectTokens, type TokensRoot } from './select.ts';
export { initialTokensState, type TokensState } from './slice.ts';
export type { Token } from './wire.ts';

/** What the page of one's access tokens attaches (docs/adr/0011). */
export const tokensDomain = {
  name: 'tokens',
  reducer: tokensReducer,
  saga: tokensSaga,
  intents: {},
  tables: [],
} as const;

export { lastExpiry, offeredExpiry, TOKEN_SCOPES, type TokenScope } from './rules.ts';
export { tokensSaga } from './saga.ts';
export { initialTokensState, selectTokens, tokenActions, type TokensRoot, type TokensState } from './slice.ts';
export type { Token } from './wire.ts';

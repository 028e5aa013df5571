export { tokenActions } from './actions.ts';
export { lastExpiry, offeredExpiry, TOKEN_SCOPES, type TokenScope } from './rules.ts';
export { selectTokens, type TokensRoot } from './select.ts';
export { tokensSaga } from './saga.ts';
export { initialTokensState, type TokensState } from './slice.ts';
export type { Token } from './wire.ts';

export { lastExpiry, offeredExpiry, TOKEN_SCOPES, type TokenScope } from './rules.ts';
export { tokensSaga } from './saga.ts';
export { selectRevoking, selectTokenList, selectTokens, tokenActions } from './slice.ts';
export type { Token } from './wire.ts';

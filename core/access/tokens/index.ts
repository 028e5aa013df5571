export { lastExpiry, offeredExpiry, TOKEN_SCOPES, type TokenScope } from './rules.ts';
export { tokensSaga } from './saga.ts';
export { selectTokenList, selectTokens } from './queries.ts';
export { selectRevoking, tokenActions } from './slice.ts';
export type { Token } from './wire.ts';

export { lastExpiry, offeredExpiry, TOKEN_SCOPES, type Token, type TokenScope } from './rules.ts';
export { tokensSaga } from './saga.ts';
export { selectRevoking, selectTokenList, selectTokens, tokenActions } from './slice.ts';

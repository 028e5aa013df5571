/** Filter tokens, their address, and the query's variables. */
export * from './rules/emojis.ts';
export * from './rules/tokens.ts';
export * from './rules/url.ts';
export * from './rules/variables.ts';

/** Filter tokens, their address, the query's variables, and the field in which they are written. */
export * from '../work-item/rules/emojis.ts';
export * from './rules/field-options.ts';
export * from './rules/field.ts';
export * from './rules/tokens.ts';
export * from './rules/url.ts';
export * from './rules/variables.ts';

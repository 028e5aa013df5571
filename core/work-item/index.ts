export type * from './types.ts';
export * from './rules.ts';

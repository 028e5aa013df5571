export * from './generated/operations.ts';
export type * as Schema from './generated/schema.ts';
export { TreeAdapter } from './adapter.ts';
export { dayOf, nodesOf } from './wire-parts.ts';
export * from './rest.ts';

export * from './generated/operations.ts';
export type * as Schema from './generated/schema.ts';
export { dayOf, nodesOf, TreeAdapter } from './adapter.ts';
export * from './rest.ts';

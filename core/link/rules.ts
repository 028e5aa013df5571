/** Links between items: relates to, blocks, is blocked by. The rules are numbered in SPEC.md beside this file. */
export * from './rules/blockers.ts';
export * from './rules/linking.ts';
export * from './rules/listing.ts';

/** The rules of the one entity behind epic, issue, task and the rest; numbered in SPEC.md. */
export * from './rules/badges.ts';
export * from './rules/constants.ts';
export * from './rules/errors.ts';
export * from './rules/ids.ts';
export * from './rules/kinds.ts';
export * from './rules/labels.ts';
export * from './rules/milestone.ts';
export * from './rules/numbers.ts';
export * from './rules/page.ts';
export * from './rules/pending-references.ts';
export * from './rules/references.ts';
export * from './rules/row-facts.ts';
export * from './rules/search.ts';
export * from './rules/states.ts';
export * from './rules/titles.ts';
export type { CivilDate, HealthStatus, WorkItemState, WorkItemType } from './types.ts';

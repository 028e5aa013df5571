/** The rules of the one entity behind epic, issue, task and the rest; numbered in SPEC.md. */
export * from './rules/amounts.ts';
export * from './rules/awards.ts';
export * from './rules/badges.ts';
export * from './rules/changes.ts';
export * from './rules/duration.ts';
export * from './rules/ids.ts';
export * from './rules/search.ts';
export * from './rules/texts.ts';
export * from './rules/fields.ts';
export * from './rules/kinds.ts';
export * from './rules/label-change.ts';
export * from './rules/labels.ts';
export * from './rules/milestone.ts';
export * from './rules/participants.ts';
export * from './rules/references.ts';
export * from './rules/row-facts.ts';
export * from './rules/type-change.ts';
export type { CivilDate, HealthStatus, WorkItemState, WorkItemType } from './types.ts';

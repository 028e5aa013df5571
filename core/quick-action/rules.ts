/** Quick actions: commands that stand in a comment (SPEC.md). */
export * from './rules/actions.ts';
export * from './rules/days.ts';
export * from './rules/outcome.ts';
export * from './rules/parse.ts';
export * from './rules/sentences.ts';
export type { ActionContext, Intent } from './rules/intents.ts';

/** The rules of parents and children, shared by server and client; numbered in SPEC.md. */
export * from './rules/add-form.ts';
export * from './rules/additions.ts';
export * from './rules/completion.ts';
export * from './rules/counts.ts';
export * from './rules/drag.ts';
export * from './rules/health.ts';
export * from './rules/hierarchy.ts';
export * from './rules/key-names.ts';
export * from './rules/move-target.ts';
export * from './rules/positions.ts';
export * from './rules/reference-field.ts';
export * from './rules/reorder.ts';
export * from './rules/row-keys.ts';
export * from './rules/rows.ts';
export * from './rules/texts.ts';
export * from './rules/work-item-links.ts';

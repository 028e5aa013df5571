/** The rules of commands: what is found, what a key means; numbered in SPEC.md. */
export * from './rules/fuzzy.ts';
export * from './rules/help.ts';
export * from './rules/places.ts';
export * from './rules/shortcuts.ts';

export * from './rules/ancestors.ts';
export * from './rules/entries.ts';
export * from './rules/gutter.ts';
export * from './rules/panel.ts';

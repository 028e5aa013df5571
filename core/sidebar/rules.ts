export * from './rules/ancestors.ts';
export * from './rules/color.ts';
export * from './rules/dates.ts';
export * from './rules/gutter.ts';
export * from './rules/labels.ts';
export * from './rules/participants.ts';
export * from './rules/widgets.ts';

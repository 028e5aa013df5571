/** The roadmap's arithmetic: cells of time, the visible days of an epic, the place of its bar. Pure; today is an argument. */
export * from './rules/bar-look.ts';
export * from './rules/cells.ts';
export * from './rules/dates.ts';
export * from './rules/geometry.ts';
export * from './rules/dependencies.ts';
export * from './rules/drag.ts';
export * from './rules/export.ts';
export * from './rules/grid-keys.ts';
export * from './rules/key-names.ts';
export * from './rules/milestones.ts';
export * from './rules/row.ts';
export * from './rules/rows.ts';
export * from './rules/svg.ts';
export * from './rules/timeframe.ts';
export * from './rules/view.ts';
export * from './rules/view-choices.ts';

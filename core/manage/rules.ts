export * from './limit.ts';
export * from './trial.ts';

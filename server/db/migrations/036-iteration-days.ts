import { daysOf } from './025-milestone-days.ts';

/** The same of iterations. */
export const { up, down } = daysOf('iteration');

import type { TextForm } from '../types.ts';

/** Whether something is written that is not saved. */
export const isWritten = ({ title, description, base, conflict }: TextForm): boolean =>
  conflict !== null || title !== base.title || description !== base.description;

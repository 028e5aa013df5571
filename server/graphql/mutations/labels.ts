import { createLabel } from '../../work-item/create-label.ts';
import type { LabelCreateInput } from './inputs.ts';
import { mutation } from './run.ts';

export const labelMutations = {
  labelCreate: mutation(
    'labelCreate',
    async (db, input: LabelCreateInput, { viewer, now }) =>
      createLabel(db, viewer, { ...input, color: input.color ?? '' }, now),
    (id) => ({ label: { id } }),
  ),
};

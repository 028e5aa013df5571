import { createLabel } from '../../work-item/create-label.ts';
import type { LabelCreateInput } from './inputs.ts';
import { mutation } from './mutation.ts';

export const labelMutations = {
  labelCreate: mutation(
    async (store, input: LabelCreateInput, { viewer, now }) =>
      createLabel(store, viewer, { ...input, color: input.color ?? '' }, now),
    (id) => ({ label: { id } }),
  ),
};

import { addTimeSpent } from '../../work-item/time.ts';
import { databaseId, ITEM } from './ids.ts';
import type { TimelogCreateInput } from './inputs.ts';
import { mutation } from './mutation.ts';

export const timeMutations = {
  timelogCreate: mutation(
    async (store, { issuableId, timeSpent, spentAt, summary }: TimelogCreateInput, { viewer, now }) =>
      addTimeSpent(
        store,
        viewer,
        { itemId: databaseId(issuableId, ...ITEM), duration: timeSpent, spentAt, summary },
        now,
      ),
    (id) => ({ timelog: { id } }),
  ),
};

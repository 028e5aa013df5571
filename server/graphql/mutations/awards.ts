import { awardItem, toggleAward } from '../../work-item/awards.ts';
import { databaseId, ITEM } from './ids.ts';
import type { AwardInput } from './inputs.ts';
import { mutation } from './mutation.ts';

const awardPayload = (id: number | null) => ({ awardEmoji: id === null ? null : { id } });

const change = (action: 'ADD' | 'REMOVE') =>
  mutation(
    async (store, { awardableId, name }: AwardInput, { viewer, now }) =>
      awardItem(store, viewer, { itemId: databaseId(awardableId, ...ITEM), action, name }, now),
    awardPayload,
  );

export const awardMutations = {
  awardEmojiAdd: change('ADD'),
  awardEmojiRemove: change('REMOVE'),
  awardEmojiToggle: mutation(
    async (store, { awardableId, name }: AwardInput, { viewer, now }) =>
      toggleAward(store, viewer, { itemId: databaseId(awardableId, ...ITEM), name }, now),
    (id) => ({ ...awardPayload(id), toggledOn: id !== null }),
    { toggledOn: false },
  ),
};

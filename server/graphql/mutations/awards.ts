import { type AwardPlace, giveAward, onItem, onNote, toggleAward } from '../../work-item/awards.ts';
import { tryParseGlobalId } from '@espalier/core/work-item/rules';
import { databaseId, ITEM } from './ids.ts';
import type { AwardInput } from './inputs.ts';
import { mutation } from './mutation.ts';

const awardPayload = (id: number | null) => ({ awardEmoji: id === null ? null : { id } });

const placeOf = (id: string): AwardPlace =>
  tryParseGlobalId(id)?.type === 'Note' ? onNote(databaseId(id, 'Note')) : onItem(databaseId(id, ...ITEM));

const change = (action: 'ADD' | 'REMOVE') =>
  mutation(
    async (store, { awardableId, name }: AwardInput, { viewer, now }) =>
      giveAward(store, viewer, { place: placeOf(awardableId), action, name }, now),
    awardPayload,
  );

export const awardMutations = {
  awardEmojiAdd: change('ADD'),
  awardEmojiRemove: change('REMOVE'),
  awardEmojiToggle: mutation(
    async (store, { awardableId, name }: AwardInput, { viewer, now }) =>
      toggleAward(store, viewer, { place: placeOf(awardableId), name }, now),
    (id) => ({ ...awardPayload(id), toggledOn: id !== null }),
    { toggledOn: false },
  ),
};

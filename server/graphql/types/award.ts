import { emojiLook } from '@espalier/core/filter/rules';
import { many } from '../plan/connection.ts';
import { column, computed } from '../plan/fields.ts';
import type { Field, Fields } from '../plan/query.ts';
import { user } from './item.ts';

const awardsOn = (column: string): Field =>
  many(({ alias }) => ({
    type: 'AwardEmoji',
    from: 'award_emoji aw',
    columns: 'aw.*',
    where: [`aw.${column} = ${alias}.id`],
    order: { name: 'id', keys: [{ text: 'aw.id', type: 'bigint' }] },
  }));

/** WI-15.43: reactions to an item, the oldest first; whoever reads the item sees them. */
export const awardEmoji = awardsOn('work_item_id');

/** WI-10.54: to a note; whoever reads the note sees them. */
export const noteAwards = awardsOn('note_id');

const named = (tell: (name: string) => string): Field =>
  computed(
    (a) => ({ $name: `${a}.name` }),
    (row) => tell(row.$name as string),
  );

/** The code points of an emoji as GitLab writes them, `1f44d`; a variation selector says only how it is drawn. */
const codePoints = (name: string): string =>
  [...(emojiLook(name) ?? '')]
    .map((sign) => (sign.codePointAt(0) ?? 0).toString(16))
    .filter((code) => code !== 'fe0f')
    .join('-');

export const awardEmojiFields: Fields = {
  description: named((name) => name.replaceAll('_', ' ')),
  emoji: named((name) => emojiLook(name) ?? ''),
  name: column('name'),
  unicode: named(codePoints),
  user: user('user_id'),
};

import { EMOJI_NAMES } from '@espalier/core/filter/rules';
import type { RestAnswer, RestContext, RestRoute } from '../types.ts';

/**
 * AP-05.24: the names of reaction emojis for a filter, the viewer's most used first, ties by name. Reactions themselves are not kept yet, so that the names
 * stand by the alphabet; a visitor has none.
 */
function awardEmojis({ viewer }: RestContext): RestAnswer {
  const names = viewer.userId === null ? [] : EMOJI_NAMES;
  return { status: 200, body: names.map((name) => ({ name })) };
}

/** Under /-/. */
export const autocompleteRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'autocomplete/award_emojis', handle: awardEmojis },
];

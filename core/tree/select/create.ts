import { createSelectorCreator, lruMemoize } from 'reselect';

/** Selectors remember their last result only: a weak map of every state that ever was costs the collector more than it saves. */
export const createSelector = createSelectorCreator({ memoize: lruMemoize, argsMemoize: lruMemoize });

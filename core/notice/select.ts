import type { NoticeScope } from '../store/types.ts';
import type { Notice, NoticeState } from './slice.ts';
import { createSelectorCreator, lruMemoize } from 'reselect';

interface WithNotices {
  readonly notice: NoticeState;
}

/** One result per place. */
const createSelector = createSelectorCreator({
  memoize: lruMemoize,
  memoizeOptions: { maxSize: 4 },
  argsMemoize: lruMemoize,
  argsMemoizeOptions: { maxSize: 4 },
});

const NONE: readonly Notice[] = [];
const kept = (list: readonly Notice[]): readonly Notice[] => (list.length === 0 ? NONE : list);

/** The alerts of one place, oldest first. */
export const selectNotices: (state: WithNotices, scope: NoticeScope) => readonly Notice[] = createSelector(
  [(state: WithNotices) => state.notice, (_: WithNotices, scope: NoticeScope) => scope],
  (notices, scope) => kept(notices.filter((notice) => notice.scope === scope && notice.kind !== 'toast')),
);

export const selectToasts: (state: WithNotices) => readonly Notice[] = createSelector(
  [(state: WithNotices) => state.notice],
  (notices) => kept(notices.filter(({ kind }) => kind === 'toast')),
);

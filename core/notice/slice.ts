import { createAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import { userAction, type NoticeDraft, type NoticeScope, type Stamped } from '../store/action.ts';

/** An alert or a toast that is shown until it is dismissed. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeDraft['kind'];
  readonly text: string;
  /** The server's own words. */
  readonly detail: string | null;
  readonly dismissible: boolean;
  readonly scope: NoticeScope;
  /** Absent: on the page. */
  readonly place?: 'over';
  readonly action: NonNullable<NoticeDraft['action']> | null;
}

export type NoticeState = readonly Notice[];

/** Texts that belong to no domain. */
export const NOTICE = {
  ours: 'Something went wrong on our end.',
  /** Announced when a form is restored that was not open: the focus stays where it is. */
  putBack: 'A form that you had not sent is open again.',
} as const;

export const noticeActions = {
  /** Its id is the notice's. */
  raised: createAction('notice/raised', (payload: NoticeDraft) => ({
    payload,
    meta: { origin: 'user' as const, id: '' },
  })),
  dismissed: userAction<{ id: string }>('notice/dismissed'),
  /** The place was left: its alerts go. */
  scopeCleared: userAction<{ scope: NoticeScope }>('notice/scopeCleared'),
  toastHovered: userAction<{ id: string }>('notice/toastHovered'),
  toastLeft: userAction<{ id: string }>('notice/toastLeft'),
};

function noticeOf(id: string, draft: NoticeDraft): Notice {
  return {
    id,
    kind: draft.kind,
    text: draft.text,
    detail: draft.detail ?? null,
    dismissible: draft.dismissible ?? true,
    scope: draft.scope ?? 'page',
    ...(draft.place !== undefined && { place: draft.place }),
    action: draft.action ?? null,
  };
}

const isIn = (notice: Notice, scope: NoticeScope, place: Notice['place']): boolean =>
  notice.scope === scope && notice.place === place;

/** The same text in the same place is shown once: the newer one stays (its detail may differ). */
function raise(state: NoticeState, notice: Notice): NoticeState {
  const others = state.filter(
    (other) => other.text !== notice.text || !isIn(other, notice.scope, notice.place) || other.kind === 'toast',
  );
  return [...others, notice];
}

/** What an action raises, whether it is for that or reports something with an alert. */
export const draftOf = (action: Stamped): NoticeDraft | undefined =>
  noticeActions.raised.match(action) ? action.payload : action.meta?.notice;

export function noticeReducer(state: NoticeState = [], action: Stamped): NoticeState {
  if (noticeActions.dismissed.match(action)) {
    return state.some(({ id }) => id === action.payload.id)
      ? state.filter(({ id }) => id !== action.payload.id)
      : state;
  }
  if (noticeActions.scopeCleared.match(action)) {
    const { scope } = action.payload;
    const gone = (notice: Notice): boolean => isIn(notice, scope, action.meta.place) && notice.kind !== 'toast';
    return state.some(gone) ? state.filter((notice) => !gone(notice)) : state;
  }
  const draft = draftOf(action);
  return draft === undefined ? state : raise(state, noticeOf(action.meta.id ?? '', draft));
}

interface WithNotices {
  readonly notice: NoticeState;
}

const NONE: readonly Notice[] = [];
const kept = (list: readonly Notice[]): readonly Notice[] => (list.length === 0 ? NONE : list);

/** The alerts of one place, oldest first. */
export const selectNotices: (state: WithNotices, scope: NoticeScope, place?: 'over') => readonly Notice[] =
  createSelector(
    [
      (state: WithNotices) => state.notice,
      (_: WithNotices, scope: NoticeScope) => scope,
      (_: WithNotices, _scope: NoticeScope, place?: 'over') => place,
    ],
    (notices, scope, place) => kept(notices.filter((notice) => isIn(notice, scope, place) && notice.kind !== 'toast')),
  );

export const selectToasts: (state: WithNotices) => readonly Notice[] = createSelector(
  [(state: WithNotices) => state.notice],
  (notices) => kept(notices.filter(({ kind }) => kind === 'toast')),
);

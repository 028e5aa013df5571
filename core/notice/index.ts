import { noticeSaga } from './saga.ts';
import { noticeReducer } from './slice.ts';

export { NOTICE, noticeActions, selectNotices, selectToasts, type Notice } from './slice.ts';
export type { NoticeDraft } from '../store/action.ts';

export const noticeDomain = { name: 'notice', reducer: noticeReducer, saga: noticeSaga } as const;

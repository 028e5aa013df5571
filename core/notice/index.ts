export { noticeDomain } from './saga.ts';
export { NOTICE, noticeActions, selectNotices, selectToasts, type Notice } from './slice.ts';
export type { NoticeDraft } from '../store/action.ts';

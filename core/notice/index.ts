import { noticeSaga } from './saga.ts';
import { noticeReducer } from './slice.ts';

export { NOTICE, noticeActions, noticeReducer, type Notice, type NoticeState } from './slice.ts';
export { selectNotices, selectToasts } from './select.ts';
export { TOAST } from './saga.ts';
export type { NoticeDraft, NoticeScope } from '../store/types.ts';

export const noticeDomain = { name: 'notice', reducer: noticeReducer, saga: noticeSaga, intents: {} } as const;

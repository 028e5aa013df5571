import { noticeSaga } from './saga.ts';
import { noticeReducer } from './slice.ts';

export {
  NOTICE,
  noticeActions,
  noticeReducer,
  selectNotices,
  selectToasts,
  type Notice,
  type NoticeState,
} from './slice.ts';
export { TOAST } from './saga.ts';
export type { NoticeDraft, NoticeScope } from '../store/action.ts';

export const noticeDomain = { name: 'notice', reducer: noticeReducer, saga: noticeSaga } as const;

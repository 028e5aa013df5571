export {
  serverAction,
  stampActions,
  userAction,
  withMeta,
  withNotice,
  type Action,
  type ActionCreator,
  type Meta,
  type NoticeDraft,
  type NoticeScope,
  type Origin,
  type Stamped,
} from './action.ts';
export {
  abortable,
  isAborted,
  isUnanswered,
  isUncertain,
  isUndecided,
  isWireError,
  messagesOf,
  sleep,
  store,
  stored,
  storedList,
  waitBefore,
  wireFault,
} from './effects.ts';
export type { Domain, Step } from './domain.ts';
export { spawnTask, supervise, type CrashPlan } from './supervise.ts';

export {
  makingEvent,
  serverEvent,
  userEvent,
  withMeta,
  withNotice,
  type Event,
  type EventCreator,
  type Meta,
  type Origin,
  type Stamped,
} from './action.ts';
export {
  abortable,
  isAborted,
  isUnanswered,
  isUndecided,
  isUncertain,
  isWireError,
  messagesOf,
  sleep,
  waitBefore,
  wireFault,
} from './effects.ts';
export type { Domain, Step } from './domain.ts';
export { stampActions } from './stamp.ts';
export { alongside, supervise, type CrashPlan } from './supervise.ts';
export type { NoticeDraft, NoticeScope } from './types.ts';

export {
  serverAction,
  stampActions,
  userAction,
  withMeta,
  withNotice,
  type Action,
  type Meta,
  type Origin,
  type Stamped,
} from './action.ts';
export { abortable, isUncertain, isWireError, store, stored, storedList, wireFault } from './effects.ts';
export type { Domain, Step } from './domain.ts';
export { supervise, type CrashPlan } from './supervise.ts';

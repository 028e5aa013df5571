export {
  madeIn,
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
export { inPlace, overPage, PLACES, type Place } from './place.ts';
export { abortable, isUncertain, isWireError, store, stored, storedList, wireFault } from './effects.ts';
export { supervise, type CrashPlan, type Domain, type Step } from './domain.ts';

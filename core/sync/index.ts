export { Draft, commit, sameReads, type ValueOf } from './draft.ts';
export { createVisible, replay, type Intent, type IntentKind, type IntentKinds, type IntentStatus } from './intents.ts';
export { createLine, type LinePlan, type LineRequest } from './line.ts';
export { selectUnsaved } from './unsaved.ts';
export { initialSync, isStale, reduceSync, stampsOf, syncEvents, type SyncState } from './state.ts';
export { gone, later } from './inverse.ts';
export type { AnyInverse, Inverse, Obstacle, Planned, Shown } from './inverse.ts';

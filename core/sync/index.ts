export { Draft, commit, sameReads, type ValueOf } from './draft.ts';
export { createVisible, replay, type Intent, type IntentKind, type IntentKinds, type IntentStatus } from './intents.ts';
export { initialSync, isStale, reduceSync, stampsOf, syncEvents, type SyncState } from './state.ts';

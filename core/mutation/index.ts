export { Draft, commit, sameReads, type ValueOf } from './draft.ts';
export {
  define,
  mutation,
  mutationOf,
  type AnyMutation,
  type Committed,
  type Mutation,
  type MutationCreator,
  type Refused,
} from './mutation.ts';
export { graphql, NOTHING_TO_ASK, type WireRequest } from './request.ts';
export { replay, selectVisible, type Pending, type PendingStatus } from './visible.ts';
export {
  canApply,
  changedSince,
  clockOf,
  initialPending,
  isPending,
  isStale,
  mutationEvents,
  reducePending,
  scopeOf,
  versionsOf,
  type PendingState,
} from './pending.ts';
export { watchMutations, type Assist, type Assists } from './queue.ts';
export { gone, later, type AnyUndo, type Obstacle, type Planned, type Shown, type Undo } from './undo.ts';

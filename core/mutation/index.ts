export { Draft, commit } from './draft.ts';
export {
  define,
  leftOpenBy,
  mutation,
  mutationOf,
  type AnyMutation,
  type Mutation,
  type MutationCreator,
} from './mutation.ts';
export { graphql, type WireRequest } from './request.ts';
export { replay, selectVisible, type Pending, type PendingStatus } from './visible.ts';
export {
  canBeMade,
  changedSince,
  clockOf,
  initialPending,
  isPending,
  isStale,
  mutationEvents,
  reducePending,
  raised,
  versionsOf,
  type HeldBack,
  type PendingState,
} from './pending.ts';
export { makeTogether, type Outcome, type RefusedEdit } from './together.ts';
export { LANES, watchMutations, type Assist, type Assists } from './queue.ts';
export { gone, later, type AnyUndo, type Obstacle, type Planned, type Shown, type Undo } from './undo.ts';

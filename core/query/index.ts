export { observe, type Shown } from './observe.ts';
export { BACKOFF_CAP, INTERVAL, backoff, intervalOf, poll, type PollAnswer, type PollPlan } from './poll.ts';
export {
  hidden,
  keyOf,
  query,
  queryName,
  readAgain,
  selectQuery,
  type Query,
  type QueryName,
  type QueryPlan,
  type Received,
  type Request,
} from './query.ts';
export type { Rounds } from './refresh.ts';
export { readInRounds, type RoundStep } from './rounds.ts';
export { fetchQuery, readQuery, type QueryRoot } from './read.ts';
export { IDLE, LOADING, reduceQueries, type Queries, type QueryState, type QueryStatus } from './state.ts';

export { observe, type Shown } from './observe.ts';
export { BACKOFF_CAP, INTERVAL, backoff, intervalOf, poll, type PollAnswer, type PollPlan } from './poll.ts';
export {
  hidden,
  keyOf,
  query,
  queryName,
  readAgain,
  REFRESH_AGAIN,
  selectQuery,
  type Query,
  type QueryName,
  type QueryPlan,
  type Received,
  type RefreshRead,
  type Request,
} from './query.ts';
export { roundsOf, type Rounds } from './refresh.ts';
export { fetchQuery, readPages, type QueryRoot } from './read.ts';
export { IDLE, LOADING, reduceQueries, type Queries, type QueryState, type QueryStatus } from './state.ts';

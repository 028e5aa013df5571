export { BACKOFF_CAP, INTERVAL, backoff, intervalOf, poll, type PollAnswer, type PollPlan } from './poll.ts';

export { ManualClock, pick, randomInt, settle } from './clock.ts';
export { FakePorts, refusal, UNREACHABLE, wireError, type Call, type Script } from './ports.ts';
export { PlannerBuilder, TestPlanner } from './builder.ts';
export { seededRandom } from '../replay/pseudonyms.ts';
export * from './wire.ts';

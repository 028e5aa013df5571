export { ManualClock, settle } from './clock.ts';
export { FakePorts, refusal, UNREACHABLE, wireError, type Call, type Script } from './ports.ts';
export { PlannerBuilder, TestPlanner } from './builder.ts';
export { pick, randomInt, seededRandom } from '../replay/pseudonyms.ts';
export * from './wire.ts';

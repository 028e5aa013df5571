export { itemName, normalise, only, type Names } from './compare.ts';
export { FaultTable, type Fault } from './faults.ts';
export { BASE_URL } from './graph.ts';
export type { GraphAnswer } from './operations.ts';
export type { RestAnswer, RestCall } from './rest.ts';
export { ModelServer, type ModelCall, type ModelServerOptions } from './server.ts';
export { childrenRequest, listRequest, requestOf, step, type Ids, type Step, type StepRequest } from './steps.ts';
export { World, type ItemRow, type LinkRow } from './world.ts';

export { itemName, normalise, only, type Names } from './compare.ts';
export { FaultTable, type Fault } from './faults.ts';
export { BASE_URL } from './addresses.ts';
export type { GraphAnswer } from './operations.ts';
export type { RestAnswer, RestCall } from './rest.ts';
export { ModelServer, type ModelAnswer, type ModelCall, type ModelChange, type ModelServerOptions } from './server.ts';
export { requestOf, step, type Ids, type Step } from './steps.ts';
export { childrenRequest, listRequest, type StepRequest } from './steps-lists.ts';
export { World, type ItemRow, type LinkRow } from './world.ts';

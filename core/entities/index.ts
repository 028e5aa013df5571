export { recordsOf, takeReading, withReadings, type Schema } from './intake.ts';
export {
  changedFacts,
  merged,
  onlyHeld,
  recordKey,
  recordKeys,
  sameData,
  withoutOlder,
  withoutRecords,
  type Parts,
} from './merge.ts';

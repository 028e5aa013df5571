export { recordsOf, takeReading, withReadings, type Schema } from './intake.ts';
export {
  merged,
  onlyHeld,
  recordKey,
  recordKeys,
  sameData,
  withoutOlder,
  withoutRecords,
  type Parts,
} from './merge.ts';

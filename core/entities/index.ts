export {
  merged,
  onlyHeld,
  recordKey,
  recordKeys,
  sameData,
  withoutOlder,
  withoutRecords,
  withReadings,
  type Parts,
} from './merge.ts';

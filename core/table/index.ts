export { changedKeys } from './changes.ts';
export { bitsOf, emptyTable, entries, get, has, remove, set, setMany, size, tableOf, type Table } from './table.ts';

export { bitsOf, changedKeys } from './changes.ts';
export { emptyTable, entries, get, has, remove, set, setMany, size, tableOf, type Table } from './table.ts';

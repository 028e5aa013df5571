/** The rules of the controls of every page. Nothing here is about planning. */
export { activeTab, queryInTab, queryWithTab } from './rules/tabs.ts';
export * from './rules/controls.ts';

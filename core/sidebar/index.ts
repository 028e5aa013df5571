export * from './rules.ts';
export { sidebarActions, sidebarAnswers, sidebarReads, type SidebarPart } from './actions.ts';
export { sidebarFields } from './fields.ts';
export { sidebarSaga } from './saga.ts';
export { LABEL_SEARCH_DELAY, partState } from './queries.ts';
export {
  selectAncestors,
  selectCollapsed,
  selectColor,
  selectConfidentiality,
  selectHasColors,
  selectParticipants,
  selectReference,
  selectSidebarStatus,
  selectSubscription,
  selectTodo,
  selectWidgets,
  type AncestorRow,
  type AncestorsView,
  type ColorView,
  type ConfidentialityView,
  type SubscriptionView,
  type TodoView,
} from './select.ts';
export {
  selectLabelPicker,
  selectSidebarLabels,
  type LabelOption,
  type LabelPicker,
  type SidebarLabel,
  type SidebarLabels,
} from './select-labels.ts';
export { selectSidebarDates, type SidebarDate, type SidebarDates } from './select-dates.ts';
export type { SidebarRoot } from './select-root.ts';
export { initialSidebarState } from './slice.ts';
export { SIDEBAR_ERRORS } from './rules/entries.ts';
export type * from './types.ts';

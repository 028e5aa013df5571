export * from './rules.ts';
export { sidebarActions, sidebarReads, type SidebarPart } from './actions.ts';
export { selectCollapsed } from './gutter.ts';
export { sidebarFields, type SidebarEpic } from './fields.ts';
export { sidebarSaga } from './saga.ts';
export { LABEL_SEARCH_DELAY, partState } from './queries.ts';
export {
  selectAncestors,
  selectColor,
  selectConfidentiality,
  selectHasColors,
  selectLabelPicker,
  selectParticipants,
  selectReference,
  selectSidebarLabels,
  selectSidebarStatus,
  selectSubscription,
  selectTodo,
  selectWidgets,
  type AncestorRow,
  type LabelPicker,
} from './select.ts';
export { selectSidebarDates, type SidebarDate } from './select-dates.ts';
export type { SidebarRoot } from './state.ts';
export { epicDate, type DateField } from '../work-item/dates.ts';

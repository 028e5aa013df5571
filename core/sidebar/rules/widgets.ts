export type SidebarWidget =
  | 'todo'
  | 'startDate'
  | 'dueDate'
  | 'labels'
  | 'color'
  | 'confidentiality'
  | 'ancestors'
  | 'participants'
  | 'subscription'
  | 'reference';

export interface SidebarConditions {
  readonly signedIn: boolean;
  /** The feature of colours is on (EP-16.1). */
  readonly epicColor: boolean;
  readonly allowSubEpics: boolean;
}

/** EP-19.1: the order of the widgets, each with what it needs to be there. */
const WIDGETS: readonly (readonly [widget: SidebarWidget, needs: keyof SidebarConditions | null])[] = [
  ['todo', 'signedIn'],
  ['startDate', null],
  ['dueDate', null],
  ['labels', null],
  ['color', 'epicColor'],
  ['confidentiality', null],
  ['ancestors', 'allowSubEpics'],
  ['participants', null],
  ['subscription', 'signedIn'],
  ['reference', null],
];

/** EP-19.1: the widgets of the sidebar, from top to bottom. */
export const sidebarWidgets = (conditions: SidebarConditions): readonly SidebarWidget[] =>
  WIDGETS.filter(([, needs]) => needs === null || conditions[needs]).map(([widget]) => widget);

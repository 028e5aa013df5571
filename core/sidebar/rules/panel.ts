import { parseColor } from '../../work-item/rules.ts';

export const SIDEBAR_TEXTS = {
  none: 'None',
  addTodo: 'Add a to do',
  markAsDone: 'Mark as done',
  confidential: 'Confidential',
  notConfidential: 'Not confidential',
  noLabels: 'No matching results',
  moreLabels: 'There are more labels. Type a part of the title to find them.',
} as const;

export interface SidebarConditions {
  readonly signedIn: boolean;
  /** The feature of colours is on (EP-16.1). */
  readonly epicColor: boolean;
  readonly allowSubEpics: boolean;
}

/** EP-19.1: the order of the widgets, each with what it needs to be there. */
const WIDGETS = [
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
] as const satisfies readonly (readonly [widget: string, needs: keyof SidebarConditions | null])[];

export type SidebarWidget = (typeof WIDGETS)[number][0];

/** EP-19.1: the widgets of the sidebar, from top to bottom. */
export const sidebarWidgets = (conditions: SidebarConditions): readonly SidebarWidget[] =>
  WIDGETS.filter(([, needs]) => needs === null || conditions[needs]).map(([widget]) => widget);

export interface SuggestedColor {
  /** Lower case, six digits. */
  readonly color: string;
  readonly title: string;
}

/** EP-09.2: the suggested colours of an epic, the default first. */
export const SUGGESTED_COLORS: readonly SuggestedColor[] = [
  { color: '#1068bf', title: 'Blue' },
  { color: '#217645', title: 'Green' },
  { color: '#c91c00', title: 'Red' },
  { color: '#9e5400', title: 'Orange' },
  { color: '#694cc0', title: 'Purple' },
];

/** EP-09.2: the name of a suggested colour; any other colour is named by its digits. */
export function colorTitle(color: string): string {
  const parsed = parseColor(color);
  return SUGGESTED_COLORS.find((suggested) => suggested.color === parsed)?.title ?? parsed ?? color;
}

import type { WorkItemType } from '../types.ts';
import { allowedChild, TYPE_NAMES, typeNoun } from './kinds.ts';

/** Giving an item of a project another type (WI-13), and which parts the items of a type have. */

/** GitLab's texts. */
export const TYPE_ERRORS = {
  unknown: (id: string): string => `Work Item type with id ${id} was not found`,
  notAllowed: (type: WorkItemType): string =>
    `You are not allowed to change the Work Item type to ${TYPE_NAMES[type]}.`,
  parent: (type: WorkItemType, parent: WorkItemType): string =>
    `Work item type cannot be changed to ${typeNoun(type)} when linked to a parent ${typeNoun(parent)}.`,
  children: (type: WorkItemType): string =>
    `Work item type cannot be changed to ${typeNoun(type)} with these child item types.`,
} as const;

interface TypePlace {
  readonly type: WorkItemType;
  /** Null: there is no parent. */
  readonly parentType: WorkItemType | null;
  readonly childTypes: readonly WorkItemType[];
}

/** WI-13.41: why an item in this place cannot be given the type; null: it can. How deep it may stand is not asked here. */
export function typeFault({ type, parentType, childTypes }: TypePlace, to: WorkItemType): string | null {
  if (type === to) return null;
  if (type === 'epic' || to === 'epic') return TYPE_ERRORS.notAllowed(to);
  if (childTypes.some((child) => allowedChild(to, child) === null)) return TYPE_ERRORS.children(to);
  return parentType !== null && allowedChild(parentType, to) === null ? TYPE_ERRORS.parent(to, parentType) : null;
}

/** WI-13.10: the types that an item can be given on its page, in this order. Test cases and requirements are kept by other tools. */
const OFFERED: readonly WorkItemType[] = ['issue', 'incident', 'task', 'objective', 'key_result'];

/** WI-13.10: what an item of the type is offered; an epic is offered nothing. */
export const offeredTypes = (type: WorkItemType): readonly WorkItemType[] =>
  type === 'epic' ? [] : OFFERED.filter((each) => each !== type);

/** The widgets that items of every type have. */
const EVERY = ['NOTES', 'NOTIFICATIONS', 'CURRENT_USER_TODOS', 'AWARD_EMOJI'] as const;

/** Which widgets an item of a type has, by their names on the wire, in the order in which they are given. */
export const TYPE_WIDGETS: Readonly<Record<WorkItemType, readonly string[]>> = {
  epic: ['DESCRIPTION', 'HIERARCHY', 'LABELS', 'START_AND_DUE_DATE', ...EVERY],
  issue: [
    'ASSIGNEES',
    'LABELS',
    'DESCRIPTION',
    'HIERARCHY',
    'START_AND_DUE_DATE',
    'MILESTONE',
    'ITERATION',
    'WEIGHT',
    'HEALTH_STATUS',
    ...EVERY,
  ],
  task: [
    'ASSIGNEES',
    'LABELS',
    'DESCRIPTION',
    'HIERARCHY',
    'START_AND_DUE_DATE',
    'MILESTONE',
    'ITERATION',
    'WEIGHT',
    ...EVERY,
  ],
  incident: ['ASSIGNEES', 'DESCRIPTION', 'HIERARCHY', ...EVERY],
  test_case: ['DESCRIPTION', ...EVERY],
  requirement: ['DESCRIPTION', ...EVERY],
  objective: ['ASSIGNEES', 'LABELS', 'DESCRIPTION', 'HIERARCHY', 'MILESTONE', 'HEALTH_STATUS', 'PROGRESS', ...EVERY],
  key_result: [
    'ASSIGNEES',
    'LABELS',
    'DESCRIPTION',
    'HIERARCHY',
    'START_AND_DUE_DATE',
    'HEALTH_STATUS',
    'PROGRESS',
    ...EVERY,
  ],
};

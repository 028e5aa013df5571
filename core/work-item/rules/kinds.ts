import type { Known, WorkItem } from '../entity.ts';
import type { WorkItemState, WorkItemType } from '../types.ts';

/** WI-13.1: display names of the types; an epic's is ours, the rest the specification's. */
export const TYPE_NAMES: Readonly<Record<WorkItemType, string>> = {
  epic: 'Epic',
  issue: 'Issue',
  task: 'Task',
  incident: 'Incident',
  test_case: 'Test case',
  requirement: 'Requirements',
  objective: 'Objective',
  key_result: 'Key Result',
};

/** WI-13.2: icons of the types outside the tree; a key result has the issue's. */
export const TYPE_ICONS: Readonly<Record<WorkItemType, string>> = {
  epic: 'epic',
  issue: 'issue-type-issue',
  task: 'issue-type-task',
  incident: 'issue-type-incident',
  test_case: 'issue-type-test-case',
  requirement: 'issue-type-requirements',
  objective: 'issue-type-objective',
  key_result: 'issue-type-issue',
};

export const WORK_ITEM_TYPES = Object.keys(TYPE_NAMES) as readonly WorkItemType[];

/** The keys under which the wire knows the types of a project's items. */
export const WIRE_TYPES = Object.fromEntries(WORK_ITEM_TYPES.map((type) => [type, type.toUpperCase()])) as Readonly<
  Record<WorkItemType, string>
>;

/** An epic belongs to a group, everything else to a project. */
export const isEpicType = (type: WorkItemType): type is 'epic' => type === 'epic';

/** TR-07.1: the icon of a tree row by type and state; a blocker matters only while the item is open. */
export function rowIcon(item: Pick<Known<'blocked'>, 'type' | 'state' | 'blocked'>): string {
  if (item.type === 'epic') return item.state === 'closed' ? 'epic-closed' : 'epic';
  if (item.state === 'closed') return 'issue-closed';
  if (item.blocked) return 'issue-block';
  if (item.type === 'issue') return 'issues';
  return item.type === 'key_result' ? 'issue-type-keyresult' : TYPE_ICONS[item.type];
}

export interface AllowedChild {
  readonly type: WorkItemType;
  /**
   * How many items of this type may stand below one another in a chain that starts with the parent, if the parent is
   * of the same type; 1 where a chain is impossible.
   */
  readonly maxDepth: number;
}

/** TR-19.1: which types may stand under which. */
export const ALLOWED_CHILDREN: Readonly<Record<WorkItemType, readonly AllowedChild[]>> = {
  epic: [
    { type: 'epic', maxDepth: 7 },
    { type: 'issue', maxDepth: 1 },
  ],
  issue: [{ type: 'task', maxDepth: 1 }],
  incident: [{ type: 'task', maxDepth: 1 }],
  objective: [
    { type: 'objective', maxDepth: 9 },
    { type: 'key_result', maxDepth: 1 },
  ],
  task: [],
  test_case: [],
  requirement: [],
  key_result: [],
};

export const allowedChild = (parent: WorkItemType, child: WorkItemType): AllowedChild | null =>
  ALLOWED_CHILDREN[parent].find((allowed) => allowed.type === child) ?? null;

/** A type that never has children shows no expander and takes no drop. */
export const canHaveChildren = (type: WorkItemType): boolean => ALLOWED_CHILDREN[type].length > 0;

export type StateEvent = 'close' | 'reopen';

/** EP-03.1: an event of REST (`close`) or GraphQL (`CLOSE`); null for any other text. */
export function stateEvent(text: string): StateEvent | null {
  const event = text.toLowerCase();
  return event === 'close' || event === 'reopen' ? event : null;
}

/** EP-03.1: the state that an event leads to, whatever the state before: closing what is closed changes nothing. */
export const stateAfter = (event: StateEvent): WorkItemState => (event === 'close' ? 'closed' : 'opened');

/** EP-03.1: the event that a button offers. */
export const eventFor = (state: WorkItemState): StateEvent => (state === 'opened' ? 'close' : 'reopen');

/** TR-07.2: what a row says about its state, with the time that belongs to it. */
export function stateText(item: Pick<Known<'createdAt' | 'closedAt'>, 'state' | 'createdAt' | 'closedAt'>) {
  return item.state === 'closed'
    ? { text: 'Closed' as const, at: item.closedAt }
    : { text: 'Created' as const, at: item.createdAt };
}

/** EP-02.1: the badge of the page header and of a reference token. */
export const stateBadge = (state: WorkItemState): 'Open' | 'Closed' => (state === 'opened' ? 'Open' : 'Closed');

/** `issue`, `key result`: a type within a sentence. */
export const typeNoun = (type: WorkItemType): string =>
  type === 'requirement' ? 'requirement' : TYPE_NAMES[type].toLowerCase();

/** EP-03.2, WI-02.2: what the button of the header says. */
export const itemStateButton = ({ type, state }: Pick<WorkItem, 'type' | 'state'>): string =>
  `${eventFor(state) === 'close' ? 'Close' : 'Reopen'} ${typeNoun(type)}`;

/** WI-02.5: the catalogue's text of a failed update (W8). */
export const itemUpdateError = (type: WorkItemType): string =>
  `Something went wrong while updating the ${typeNoun(type)}. Please try again.`;

/** WI-02.20: the texts around a deletion (W8). */
export function itemDeletion(type: WorkItemType) {
  const noun = typeNoun(type);
  return {
    title: `Delete ${noun}`,
    question: `Are you sure you want to delete the ${noun}? This action cannot be reversed.`,
    done: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted`,
    failed: `Something went wrong when deleting the ${noun}. Please try again.`,
  };
}

/** EP-16.3: the types whose pages are not those of work items: they have had one before. */
export const hasOwnPage = (type: WorkItemType): boolean => type === 'issue' || type === 'incident';

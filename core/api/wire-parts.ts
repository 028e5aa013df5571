import type {
  EpicChildrenQuery,
  EpicRowFragment,
  MilestonePartsFragment,
  WorkItemRowFragment,
} from './generated/operations.ts';
import type { IssueType, TaskCompletionStatus } from './generated/schema.ts';
import { isCivilDate, type CivilDate } from '../calendar/rules.ts';

/** Parts of wire answers that become parts of rows. */

export type Nodes<T> = { readonly nodes: ReadonlyArray<T | null> | null } | null;

/** The nodes of a connection without the holes that the schema allows. */
export const nodesOf = <T>(connection: Nodes<T> | undefined): readonly T[] =>
  connection?.nodes?.filter((node): node is T & (T | never) => node !== null) ?? [];

const days = new Map<string, CivilDate | null>();

/** The day of the wire's `Time`, which begins with the day and may go on with midnight; null where there is no such day. Each day is one string. */
export function dayOf(time: string | null | undefined): CivilDate | null {
  if (time === null || time === undefined) return null;
  const known = days.get(time);
  if (known !== undefined) return known;
  const day = time.slice(0, 10);
  const made = isCivilDate(day) ? day : null;
  if (days.size < 4096) days.set(time, made);
  return made;
}

/** A milestone with the civil days of its dates. */
export const milestoneOf = (milestone: MilestonePartsFragment | null): MilestonePartsFragment | null =>
  milestone && {
    ...milestone,
    startDate: dayOf(milestone.startDate),
    dueDate: dayOf(milestone.dueDate),
  };

/** TR-07.56 */
export const tasksOf = ({ count, completedCount: completed }: TaskCompletionStatus) =>
  count > 0 ? { count, completed } : null;

/**
 * RP-02.274: the id of an item of a project, whichever API names it: what one calls an issue another calls a work item, of the same number. An epic's work item has
 * a number of its own, and its id stays as it is.
 */
export const itemId = (id: string, type?: string): string =>
  type === 'Epic' ? id : id.replace(/^gid:\/\/gitlab\/WorkItem\//, 'gid://gitlab/Issue/');

/** The same as the API of work items takes it. */
export const workItemId = (id: string): string => id.replace(/^gid:\/\/gitlab\/Issue\//, 'gid://gitlab/WorkItem/');

/** Owner of a full reference: `group/sub&12` → `group/sub`. */
export const ownerOf = (reference: string): string =>
  reference.slice(0, Math.max(reference.lastIndexOf('&'), reference.lastIndexOf('#'), 0));

/** TR-07.3: the short form if the owner is the current place. */
export const shown = (reference: string, here: string): string =>
  reference.startsWith(here) && /^[&#]/.test(reference.slice(here.length)) ? reference.slice(here.length) : reference;

/** `closed` and `CLOSED`; anything else is open. */
export const stateOf = (state: string): 'opened' | 'closed' =>
  state === 'closed' || state === 'CLOSED' ? 'closed' : 'opened';

const count = (value: number | null | undefined): number => value ?? 0;

export type EpicAnswer = NonNullable<NonNullable<EpicChildrenQuery['group']>['epic']>;
type Sums = Pick<EpicRowFragment, 'descendantCounts' | 'descendantWeightSum'>;

export const sumsBelow = ({ descendantCounts, descendantWeightSum }: Sums) => ({
  descendantCounts: {
    openedEpics: count(descendantCounts?.openedEpics),
    closedEpics: count(descendantCounts?.closedEpics),
    openedIssues: count(descendantCounts?.openedIssues),
    closedIssues: count(descendantCounts?.closedIssues),
  },
  // mutant: weights-exchanged
  descendantWeightSum: {
    openedIssues: count(descendantWeightSum?.openedIssues),
    closedIssues: count(descendantWeightSum?.closedIssues),
  },
});

export const rollups = ({ healthStatus, ...sums }: Sums & Pick<EpicRowFragment, 'healthStatus'>) => ({
  ...sumsBelow(sums),
  healthCounts: {
    issuesOnTrack: count(healthStatus?.issuesOnTrack),
    issuesNeedingAttention: count(healthStatus?.issuesNeedingAttention),
    issuesAtRisk: count(healthStatus?.issuesAtRisk),
  },
});

export const epicPermissions = (may: EpicRowFragment['userPermissions']) => ({
  // mutant: rights-for-everybody
  canAdmin: may.adminEpic,
  // The schema has no permission of its own for relations; the page's initial data has, for its own epic.
  canAdminRelation: may.adminEpic,
  canUpdate: may.updateEpic,
  canCreate: may.createEpic,
  canDestroy: may.destroyEpic,
});

type ItemType = Lowercase<IssueType>;
const TYPES: readonly string[] = [
  'issue',
  'task',
  'incident',
  'test_case',
  'requirement',
  'objective',
  'key_result',
] satisfies ItemType[];

/** `Key Result` and `KEY_RESULT` are `key_result`; an unknown type is shown as an issue. */
export function typeOf(name: string | null): ItemType {
  const known = typesByName.get(name);
  if (known !== undefined) return known;
  const type = (name ?? 'issue')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/^requirements$/, 'requirement');
  const made = TYPES.includes(type) ? (type as ItemType) : 'issue';
  // The server has few names; more than that is noise and not worth keeping.
  if (typesByName.size < 64) typesByName.set(name, made);
  return made;
}

const typesByName = new Map<string | null, ItemType>();

type Widget = NonNullable<WorkItemRowFragment['widgets']>[number];
type With<K extends string> = Extract<Widget, { readonly [key in K]: unknown }>;

export function widget<K extends string>(item: Pick<WorkItemRowFragment, 'widgets'>, key: K): With<K> | undefined {
  return item.widgets?.find((one): one is With<K> => key in one);
}

export const pathOf = (url: string | null): string => (url ?? '').replace(/^https?:\/\/[^/]+/, '');

type Rights = Readonly<
  Record<'canAdmin' | 'canAdminRelation' | 'canUpdate' | 'canSetMetadata' | 'canCreate' | 'canDestroy', boolean>
>;

const RIGHTS = [false, true].map((canSetMetadata) => [false, true].map((canUpdate) => ({ canUpdate, canSetMetadata })));

/** TR-17.22: what a row was asked for, and no more: what the item's page has read of the other rights stays. One object for each combination: thousands of rows share it. */
export const issuePermissions = (adminIssue: boolean, updateIssue: boolean) =>
  // The other rights are merged in by who reads them (ITEM_PARTS); until then they are unknown, which counts as none.
  RIGHTS[Number(adminIssue)]?.[Number(updateIssue)] as Rights;

export interface Paged {
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Where the next page begins; null after the last one. */
export const cursorOfNext = (connection: Paged | null | undefined): string | null =>
  connection?.pageInfo?.hasNextPage === true ? connection.pageInfo.endCursor : null;

type Plain = Readonly<Record<string, string | number | boolean | null>>;

const same = (a: Plain, b: Plain): boolean => {
  for (const key in b) if (a[key] !== b[key]) return false;
  return true;
};

/** The group comes with every epic. A pool keeps each once, so that ten thousand rows hold one object of it. */
export class Pool {
  readonly #known = new Map<string, Plain>();

  /** The known object with that id if it is equal; otherwise this one, from now on. */
  keep<T extends { readonly id: string }>(value: T): T {
    const known = this.#known.get(value.id);
    if (known !== undefined && same(known, value as unknown as Plain)) return known as unknown as T;
    this.#known.set(value.id, value as unknown as Plain);
    return value;
  }
}

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of an answer that nobody has checked; anything else is an empty one. */
export const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});

/** A text of an answer that nobody has checked. */
export const textOf = <F extends string | null = null>(value: unknown, fallback: F = null as F): string | F =>
  typeof value === 'string' ? value : fallback;

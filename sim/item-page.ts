import type { RootState } from '@espalier/core';
import type { ItemPlace, WorkItem } from '@espalier/core/work-item';
import type { ItemRow } from './server/index.ts';
import { selectVisible } from '@espalier/core';
import { get } from '@espalier/core/table';

/** An item as the simulation looks at it: fact by fact, as text, in the records of a planner, in an answer and in the rows of the server. */

export type Item = WorkItem;
export type Tables = RootState['confirmed'];

/** The item of this place with every edit that is not answered yet; null until it is known. */
export const shownItem = (state: RootState, place: ItemPlace): Item | null =>
  get(selectVisible(state).items, state.workItem[place].id ?? '') ?? null;

/** The parts that each type has, and no other one. */
const WIDGETS: Readonly<Record<string, string>> = {
  issue: 'assignees dates health hierarchy iteration labels milestone weight',
  incident: 'assignees hierarchy',
  task: 'assignees dates hierarchy iteration labels milestone weight',
  objective: 'assignees health hierarchy labels milestone progress',
  key_result: 'assignees dates health hierarchy labels progress',
};

/** In the ids of types. */
export const TYPE_NUMBERS: Readonly<Record<string, number>> = {
  issue: 1,
  incident: 2,
  task: 5,
  objective: 6,
  key_result: 7,
};

/** As a line of it says them. */
export const widgetsOf = (type: string): string => sorted((WIDGETS[type] ?? '').split(' '));

/** The facts of a type's parts. */
export const shownBy = (type: string): readonly Fact[] =>
  (WIDGETS[type] ?? '').split(' ').flatMap((widget) => FACTS_OF[widget] ?? []);

/** What the edits of a page are about. The last two are the viewer's own. */
export const FACTS = [
  'type',
  'widgets',
  'title',
  'confidential',
  'assignees',
  'labels',
  'startDate',
  'dueDate',
  'milestone',
  'weight',
  'healthStatus',
  'progress',
  'iteration',
  'parentId',
  'todo',
  'subscribed',
] as const;
export type Fact = (typeof FACTS)[number];

const FACTS_OF: Readonly<Record<string, readonly Fact[]>> = {
  assignees: ['assignees'],
  dates: ['startDate', 'dueDate'],
  health: ['healthStatus'],
  iteration: ['iteration'],
  labels: ['labels'],
  milestone: ['milestone'],
  progress: ['progress'],
  weight: ['weight'],
};

/** Those that belong to a part of an item; a type without the part keeps them, and does not show them. */
export const PART_FACTS: ReadonlySet<Fact> = new Set(Object.values(FACTS_OF).flat());

/** A text by fact; what was never read is absent. */
export type Lines = Readonly<Partial<Record<Fact, string>>>;

/** `gid://gitlab/Issue/7` and `gid://gitlab/WorkItem/7` are one item. */
export const numberIn = (id: string): string => id.split('/').at(-1) ?? id;
export const sorted = (ids: readonly (string | number)[]): string =>
  ids
    .map((id) => numberIn(String(id)))
    .sort()
    .join();

type Values = { readonly [F in Fact]?: unknown };

/** Of lists and things the numbers in their ids. */
function asLines(values: Values): Lines {
  const lines: Partial<Record<Fact, string>> = {};
  for (const fact of FACTS) {
    const value = values[fact];
    if (value === undefined) continue;
    if (Array.isArray(value)) lines[fact] = sorted(value as readonly string[]);
    else lines[fact] = fact === 'title' ? String(value) : numberIn(String(value));
  }
  return lines;
}

/** What a planner knows of an item. */
export const linesOf = (item: Item): Lines =>
  asLines({
    ...item,
    iteration: item.iteration === undefined ? undefined : (item.iteration?.id ?? null),
    todo: item.todo?.exists,
  });

interface Thing {
  readonly id: string;
}
interface Nodes {
  readonly nodes: readonly Thing[];
}

/** The item in an answer. */
export interface WireItem {
  readonly workItemType: { readonly name: string };
  readonly title: string;
  readonly state: string;
  readonly confidential: boolean;
  readonly widgets: readonly Readonly<Record<string, unknown>>[];
}

/** `Key Result` is `key_result`. */
const typeName = (name: string): string => name.toLowerCase().replace(' ', '_');

/** What an answer says of it. */
export function wireLines({ workItemType, title, confidential, widgets }: WireItem): Lines {
  const find = (name: string): unknown => widgets.find((widget) => name in widget)?.[name];
  const listed = (name: string): readonly string[] | undefined =>
    (find(name) as Nodes | undefined)?.nodes.map(({ id }) => id);
  const named = (name: string): unknown => {
    const thing = find(name) as Thing | null | undefined;
    return thing === undefined ? undefined : (thing?.id ?? null);
  };
  return asLines({
    type: typeName(workItemType.name),
    title,
    confidential,
    assignees: listed('assignees'),
    labels: listed('labels'),
    startDate: find('startDate'),
    dueDate: find('dueDate'),
    milestone: named('milestone'),
    weight: find('weight'),
    healthStatus: find('healthStatus'),
    progress: find('progress'),
    iteration: named('iteration'),
    parentId: named('parent'),
    widgets: widgetsOf(typeName(workItemType.name)).split(','),
  });
}

interface Parents {
  get(id: number): { readonly parentId: number } | undefined;
}

/** What the server holds. */
export const rowLines = (row: ItemRow, links: Parents): Lines =>
  asLines({
    type: row.type,
    widgets: widgetsOf(row.type).split(','),
    title: row.title,
    confidential: row.confidential,
    assignees: row.assigneeIds,
    labels: row.labelIds,
    startDate: row.startDate,
    dueDate: row.dueDate,
    milestone: row.milestoneId,
    weight: row.weight,
    healthStatus: row.healthStatus,
    progress: row.progress,
    iteration: row.iterationId,
    parentId: links.get(row.id)?.parentId ?? null,
  });

/** Where two of them differ, in these facts; what one of them does not say is passed over. */
export function differences(name: string, is: Lines, should: Lines, facts: readonly Fact[] = FACTS): string[] {
  return facts.flatMap((fact) =>
    is[fact] === undefined || should[fact] === undefined || is[fact] === should[fact]
      ? []
      : [`${fact} of ${name} is ${is[fact]} and should be ${should[fact]}`],
  );
}

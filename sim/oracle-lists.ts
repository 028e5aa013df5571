/**
 * The lists of epics and issues and the roadmap, told a second time: filters, orders and inherited dates by plain loops, without any rule of the core
 * (lint holds that).
 */
import type { ItemRow, World } from './server/index.ts';
import type { Rows } from './oracle.ts';
import { seesGroup, sees } from './oracle.ts';

/** The tables of the server that lists are made of. */
export type ListRows = Rows & Pick<World, 'labels' | 'milestones'>;

interface Dates {
  readonly start: string | null;
  readonly due: string | null;
}

const least = (days: readonly string[]): string | null => [...days].sort()[0] ?? null;
const most = (days: readonly string[]): string | null => [...days].sort().at(-1) ?? null;

/** Both dates of an item as they count: of an epic the fixed ones, or the first and last of its child epics and of its issues' milestones. */
export function datesOf(rows: ListRows, item: ItemRow): Dates {
  if (item.type !== 'epic') return { start: item.startDate, due: item.dueDate };
  const below: Dates[] = [];
  for (const { childId, parentId } of rows.links.values()) {
    const child = parentId === item.id ? rows.items.get(childId) : undefined;
    if (child === undefined) continue;
    const milestone = child.type === 'epic' ? undefined : rows.milestones.get(child.milestoneId ?? 0);
    if (child.type === 'epic') below.push(datesOf(rows, child));
    else if (milestone !== undefined) below.push({ start: milestone.startDate, due: milestone.dueDate });
  }
  return {
    start: item.startIsFixed ? item.startDate : least(below.flatMap(({ start }) => start ?? [])),
    due: item.dueIsFixed ? item.dueDate : most(below.flatMap(({ due }) => due ?? [])),
  };
}

/** What narrows a list; what is absent does not. */
export interface Filter {
  readonly state: 'opened' | 'closed' | 'all';
  /** Words, each of which stands somewhere in the title or the description: what the roadmap asks for. */
  readonly search?: string;
  /** A text that stands in the title as it is: what a list asks for, which quotes what has a space (RL-12.3). */
  readonly phrase?: string;
  readonly labels?: readonly string[];
  readonly notLabels?: readonly string[];
  readonly confidential?: boolean;
  /** First and last day of a stretch of time that an item has to touch. */
  readonly between?: { readonly start: string; readonly end: string };
}

function passes(rows: ListRows, item: ItemRow, filter: Filter): boolean {
  const { state, search = '', phrase = '', labels = [], notLabels = [], confidential, between } = filter;
  if (state !== 'all' && item.state !== state) return false;
  const text = `${item.title}\n${item.description ?? ''}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return false;
  if (!item.title.toLowerCase().includes(phrase.trim().toLowerCase())) return false;
  const titles = item.labelIds.map((id) => rows.labels.get(id)?.title);
  const has = (label: string): boolean => {
    if (label === 'None') return titles.length === 0;
    return label === 'Any' ? titles.length > 0 : titles.includes(label);
  };
  if (!labels.every(has) || notLabels.some(has)) return false;
  if (confidential !== undefined && item.confidential !== confidential) return false;
  if (between === undefined) return true;
  const { start, due } = datesOf(rows, item);
  if (start === null && due === null) return false;
  return (start === null || start <= between.end) && (due === null || due >= between.start);
}

/** `CREATED_AT_DESC`, `END_DATE_ASC` …: what has no such day comes last both ways, and of equals the younger one first. */
function sorted(rows: ListRows, items: readonly ItemRow[], order: string): ItemRow[] {
  const isBackwards = order.endsWith('_DESC');
  const dayOf = (item: ItemRow): string | null => {
    if (order.startsWith('CREATED')) return item.createdAt;
    const { start, due } = datesOf(rows, item);
    return order.startsWith('START') ? start : due;
  };
  const keyed = items.map((item) => ({ item, day: dayOf(item) }));
  keyed.sort((a, b) => {
    if (a.day === b.day) return b.item.id - a.item.id;
    if (a.day === null || b.day === null) return a.day === null ? 1 : -1;
    return a.day < b.day === isBackwards ? 1 : -1;
  });
  return keyed.map(({ item }) => item);
}

/** Whose items a list shows: those of a group and of everything below it, or of a project. */
export interface Place {
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
}

/** Null where the person may not even know of the place. */
function within(rows: ListRows, username: string, { kind, fullPath }: Place): ((item: ItemRow) => boolean) | null {
  if (kind === 'project') {
    const project = [...rows.projects.values()].find((row) => row.fullPath === fullPath);
    if (project === undefined || !seesGroup(rows, username, project.groupId)) return null;
    return (item) => item.projectId === project.id;
  }
  const group = [...rows.groups.values()].find((row) => row.fullPath === fullPath);
  if (group === undefined || !seesGroup(rows, username, group.id)) return null;
  return (item) => rows.groups.get(item.groupId)?.traversalIds.includes(group.id) === true;
}

/** Every item of a list in its order; null where the place is not there for the person. */
export function listed(
  rows: ListRows,
  username: string,
  kind: 'epics' | 'issues',
  place: Place,
  filter: Filter,
  order: string,
): ItemRow[] | null {
  const isInside = within(rows, username, place);
  if (isInside === null) return null;
  const found = [...rows.items.values()]
    .filter((item) => (item.type === 'epic') === (kind === 'epics') && isInside(item))
    .filter((item) => sees(rows, username, item) && passes(rows, item, filter));
  return sorted(rows, found, order);
}

/** The epics directly below an epic that a roadmap shows under it, in its order. */
export function childEpics(
  rows: ListRows,
  username: string,
  parentId: number,
  filter: Filter,
  order: string,
): ItemRow[] {
  const children = [...rows.links.values()].filter((link) => link.parentId === parentId).map(({ childId }) => childId);
  const found = children
    .flatMap((id) => rows.items.get(id) ?? [])
    .filter((item) => item.type === 'epic' && sees(rows, username, item) && passes(rows, item, filter));
  return sorted(rows, found, order);
}

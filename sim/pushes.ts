import type { ItemRow, World } from './server/index.ts';
import { groupTopic } from '@espalier/core/work-item/rules';
import type { EventKind, NoteChange } from '../server/command/events.ts';
import { withNotes } from '../server/live/interest.ts';
import { tellable } from '../server/live/subjects.ts';
import { userId } from './backend.ts';

/** The tables at one moment; rows are replaced and never changed. */
export interface Snapshot {
  readonly items: ReadonlyMap<number, ItemRow>;
  readonly links: ReadonlyMap<number, { readonly parentId: number }>;
  readonly relations: ReadonlyMap<number, { readonly sourceId: number; readonly targetId: number }>;
  readonly events: World['events'];
  readonly noteChanges: World['noteChanges'];
}

export const takeSnapshot = ({ items, links, relations, events, noteChanges }: World): Snapshot => ({
  items: new Map(items),
  links: new Map(links),
  relations: new Map(relations),
  events,
  noteChanges,
});

function changedKeys(before: ReadonlyMap<number, unknown>, after: ReadonlyMap<number, unknown>): number[] {
  const changed = [...after].filter(([key, row]) => before.get(key) !== row).map(([key]) => key);
  return [...changed, ...[...before.keys()].filter((key) => !after.has(key))];
}

/** Both ends of the links that came or went. */
function changedEnds(before: Snapshot, after: Snapshot): number[] {
  return changedKeys(before.relations, after.relations).flatMap((id) => {
    const relation = after.relations.get(id) ?? before.relations.get(id);
    return relation === undefined ? [] : [relation.sourceId, relation.targetId];
  });
}

/** What the items are linked to: their rows are shown there. */
const neighboursOf = (ids: readonly number[], { relations }: Snapshot): number[] =>
  [...relations.values()].flatMap(({ sourceId, targetId }) => [
    ...(ids.includes(sourceId) ? [targetId] : []),
    ...(ids.includes(targetId) ? [sourceId] : []),
  ]);

/** The topics of a group and of those above it. */
function groupTopics(world: World, groupId: number): string[] {
  const { fullPath, parentId } = world.group(groupId);
  return [groupTopic(fullPath), ...(parentId === null ? [] : groupTopics(world, parentId))];
}

/** The names under which an item can be listened to; the page of an item knows its parent epic as a work item. */
const topicsOf = (id: number): readonly string[] =>
  ['Epic', 'Issue', 'WorkItem'].map((of) => `gid://gitlab/${of}/${id}`);

/** What a server with pushes names after a change: the things that changed, what they are linked to, every parent above, before and after, and their groups; and the items with comments that changed. */
export function changedTopics(before: Snapshot, after: Snapshot, world: World): readonly string[] {
  const named = new Set<number>();
  const groups = new Set<number>();
  const items = changedKeys(before.items, after.items);
  const changed = [
    ...items,
    ...neighboursOf(items, before),
    ...neighboursOf(items, after),
    ...changedKeys(before.links, after.links),
    ...changedEnds(before, after),
  ];
  for (const id of changed) {
    for (const { links } of [before, after]) {
      const seen = new Set<number>();
      for (let at: number | undefined = id; at !== undefined && !seen.has(at); at = links.get(at)?.parentId) {
        seen.add(at);
        named.add(at);
        const { groupId } = (after.items.get(at) ?? before.items.get(at))!;
        groups.add(groupId);
      }
    }
  }
  for (const { itemId } of after.noteChanges.slice(before.noteChanges.length)) named.add(itemId);
  return [...[...named].flatMap(topicsOf), ...new Set([...groups].flatMap((id) => groupTopics(world, id)))];
}

type Kinds = ReadonlyMap<string, readonly string[]>;

/** What happened to each item since, as a server says it of the topics of the item to each person: none of it (an empty list), where they must not know of it. */
export function kindsBetween(before: Snapshot, after: Snapshot, world: World): (username: string) => Kinds {
  const happened = new Map<number, Set<EventKind>>();
  for (const { itemId, kind } of after.events.slice(before.events.length))
    happened.set(itemId, (happened.get(itemId) ?? new Set()).add(kind));
  const notes = after.noteChanges.slice(before.noteChanges.length);
  const known = byTopic(happened, (_, kinds) => [...kinds]);
  if (notes.length === 0) return () => known;
  return (username) => byTopic(happened, (id, kinds) => toldOf(world, username, id, kinds, notes));
}

const byTopic = (
  happened: ReadonlyMap<number, ReadonlySet<EventKind>>,
  told: (id: number, kinds: ReadonlySet<EventKind>) => readonly string[],
): Kinds => new Map([...happened].flatMap(([id, kinds]) => topicsOf(id).map((topic) => [topic, told(id, kinds)])));

/** The server's own words for a person (WI-10.98). */
function toldOf(
  world: World,
  username: string,
  id: number,
  kinds: ReadonlySet<EventKind>,
  notes: readonly NoteChange[],
): readonly string[] {
  const item = world.items.get(id);
  if (item === undefined) return [...kinds];
  const { fullPath: path, traversalIds, visibility } = world.group(item.groupId);
  const subject = {
    ...{ ...item, assignees: item.assigneeIds, hidden: false, path, traversalIds },
    visibility: item.projectId === null ? visibility : world.project(item.projectId).visibility,
  };
  const viewer = world.viewer(userId(world, username));
  const own = notes.filter(({ itemId }) => itemId === id);
  return withNotes(tellable(viewer, subject, kinds), viewer, subject, own.length === 0 ? null : own);
}

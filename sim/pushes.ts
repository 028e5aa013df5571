import type { ItemRow, World } from './server/index.ts';
import { groupTopic } from '@espalier/core/work-item/rules';

/** The tables at one moment; rows are replaced and never changed. */
export interface Snapshot {
  readonly items: ReadonlyMap<number, ItemRow>;
  readonly links: ReadonlyMap<number, { readonly parentId: number }>;
  readonly relations: ReadonlyMap<number, { readonly sourceId: number; readonly targetId: number }>;
}

export const takeSnapshot = ({ items, links, relations }: World): Snapshot => ({
  items: new Map(items),
  links: new Map(links),
  relations: new Map(relations),
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

/** What a server with pushes names after a change: the things that changed, what they are linked to, every parent above, before and after, and their groups. */
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
  return [...[...named].flatMap(topicsOf), ...new Set([...groups].flatMap((id) => groupTopics(world, id)))];
}

/** What happened to each item since the event of that number, as a server says it of the topics of the item. */
export function kindsSince({ events }: World, since: number): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, readonly string[]>();
  for (const { itemId, kind } of events.slice(since)) {
    for (const topic of topicsOf(itemId)) {
      kinds.set(topic, [...new Set([...(kinds.get(topic) ?? []), kind])]);
    }
  }
  return kinds;
}

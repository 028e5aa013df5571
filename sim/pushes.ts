import type { World } from './server/index.ts';

/** The tables at one moment; rows are replaced and never changed. */
export interface Snapshot {
  readonly items: ReadonlyMap<number, unknown>;
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

/** What a server with pushes names after a change: the things that changed, and every parent above them, before and after. */
export function changedTopics(before: Snapshot, after: Snapshot): readonly string[] {
  const named = new Set<number>();
  const changed = [
    ...changedKeys(before.items, after.items),
    ...changedKeys(before.links, after.links),
    ...changedEnds(before, after),
  ];
  for (const id of changed) {
    for (const { links } of [before, after]) {
      const seen = new Set<number>();
      for (let at: number | undefined = id; at !== undefined && !seen.has(at); at = links.get(at)?.parentId) {
        seen.add(at);
        named.add(at);
      }
    }
  }
  return [...named].flatMap((id) => [`gid://gitlab/Epic/${id}`, `gid://gitlab/Issue/${id}`]);
}

import { MAX_DEPTH } from '@espalier/core/tree/rules';
import { ABOVE_MAX } from '../place/change.ts';
import type { Faults } from './faults.ts';

/** Every row with its parent. */
type Parents = ReadonlyMap<string, string | null>;
/** Where the rows stand in their list. */
type Places = ReadonlyMap<string, number>;

/** Groups are a tree without cycles, with at most 20 groups above each (AP-05.117). */
export function checkGroupTree(groups: readonly { id: string; parentId: string | null }[], faults: Faults): void {
  const places = new Map(groups.map(({ id }, index) => [id, index]));
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]));
  if (cycles('groups', parents, places, faults)) return;
  for (const [id, depth] of depthsOf(parents)) {
    const above = depth - 1;
    if (above > ABOVE_MAX)
      faults.add(
        `groups[${String(places.get(id) ?? 0)}].parentId`,
        `has ${String(above)} groups above it, and a group may have ${String(ABOVE_MAX)}`,
      );
  }
}

/** Epics have parents in the file, go round in no circle, and are at most seven levels deep. */
export function checkEpicTree(epics: Parents, places: Places, faults: Faults): void {
  const pathOf = (id: string): string => `epics[${String(places.get(id) ?? 0)}].parentId`;
  for (const [id, parentId] of epics) {
    if (parentId !== null && !epics.has(parentId)) faults.add(pathOf(id), `there is no epic "${parentId}" in the file`);
  }
  if (cycles('epics', epics, places, faults)) return;
  for (const [id, depth] of depthsOf(epics)) {
    if (depth > MAX_DEPTH)
      faults.add(pathOf(id), `lies ${String(depth)} levels deep, and epics may have ${String(MAX_DEPTH)} levels`);
  }
}

/** Names each cycle once, at the first of its rows in the file. Answers whether there is any. */
function cycles(list: string, parents: Parents, places: Places, faults: Faults): boolean {
  const settled = new Set<string>();
  let found = false;
  for (const id of parents.keys()) {
    const way: string[] = [];
    const onWay = new Set<string>();
    let at: string | null | undefined = id;
    while (at !== null && at !== undefined && !settled.has(at) && !onWay.has(at)) {
      way.push(at);
      onWay.add(at);
      at = parents.get(at);
    }
    if (at !== null && at !== undefined && onWay.has(at)) {
      const ring = [...way.slice(way.indexOf(at)), at];
      const shown = ring.length > 8 ? [...ring.slice(0, 7), '…', at] : ring;
      found = true;
      faults.add(`${list}[${String(places.get(id) ?? 0)}].parentId`, `goes round in a circle: ${shown.join(' → ')}`);
    }
    for (const seen of way) settled.add(seen);
  }
  return found;
}

/** The level of every epic, 1 for a root. There must be no circle. */
export function depthsOf(parents: Parents): Map<string, number> {
  const known = new Map<string, number>();
  for (const id of parents.keys()) {
    const way: string[] = [];
    let at: string | null | undefined = id;
    while (at !== null && at !== undefined && !known.has(at)) {
      way.push(at);
      at = parents.get(at);
    }
    let depth = at === null || at === undefined ? 0 : (known.get(at) ?? 0);
    for (const each of way.reverse()) {
      depth += 1;
      known.set(each, depth);
    }
  }
  return known;
}

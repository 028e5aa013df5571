import { MAX_DEPTH } from '@espalier/core/tree/rules';
import type { Fault } from './faults.ts';
import type { PlanningFile } from './format.ts';

interface Node {
  id: string;
  parentId: string | null;
}

/** Groups and epics are trees without cycles, and epics are at most seven levels deep. */
export function checkTrees({ groups, epics }: PlanningFile): Fault[] {
  const cyclesOfGroups = cycles('groups', groups);
  const cyclesOfEpics = cycles('epics', epics);
  const tooDeep = cyclesOfEpics.length > 0 ? [] : depths(epics);
  return [...cyclesOfGroups, ...cyclesOfEpics, ...tooDeep];
}

/** Each cycle once, at the first of its rows in the file. */
function cycles(list: string, rows: readonly Node[]): Fault[] {
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  const settled = new Set<string>();
  const faults: Fault[] = [];
  rows.forEach(({ id }, index) => {
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
      faults.push({
        path: `${list}[${String(index)}].parentId`,
        message: `goes round in a circle: ${shown.join(' → ')}`,
      });
    }
    for (const seen of way) settled.add(seen);
  });
  return faults;
}

function depths(epics: readonly Node[]): Fault[] {
  const parents = new Map(epics.map(({ id, parentId }) => [id, parentId]));
  const known = new Map<string, number>();
  const depthOf = (id: string): number => {
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
    return known.get(id) ?? 0;
  };
  return epics.flatMap(({ id }, index) => {
    const depth = depthOf(id);
    const message = `lies ${String(depth)} levels deep, and epics may have ${String(MAX_DEPTH)} levels`;
    return depth > MAX_DEPTH ? [{ path: `epics[${String(index)}].parentId`, message }] : [];
  });
}

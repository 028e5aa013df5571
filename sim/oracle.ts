/**
 * What must be true, told a second time: by plain list operations and counting, without any rule of the core (lint holds that). The rows of the server
 * come in as data; orders are kept here, from the edits in the order in which they were made.
 */
import type { ItemRow, LinkRow, ModelChange, World } from './server/index.ts';

/** The tables of the server that the oracle looks at. */
export type Rows = Pick<World, 'groups' | 'projects' | 'users' | 'members'> & {
  readonly items: ReadonlyMap<number, ItemRow>;
  readonly links: ReadonlyMap<number, LinkRow>;
};

const DEEPEST_EPIC = 7;

/** Number in a global id: `gid://gitlab/Epic/12` → 12. */
export const numberOf = (gid: unknown): number | null => {
  const match = /^gid:\/\/gitlab\/\w+\/(\d+)$/.exec(String(gid));
  return match === null ? null : Number(match[1]);
};

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** Child orders by parent, made by the edits alone. */
export class OrderBook {
  readonly #lists = new Map<number, number[]>();
  /** Children by the ids of their links, also of links that are gone. */
  readonly #children = new Map<number, number>();

  constructor({ links }: Rows) {
    const sorted = [...links.values()].sort((a, b) => a.position - b.position || a.id - b.id);
    for (const { parentId, childId } of sorted) this.#list(parentId).push(childId);
    this.#learn(links);
  }

  /** The children of a parent, as stored. */
  list(parentId: number): readonly number[] {
    return this.#lists.get(parentId) ?? [];
  }

  #list(parentId: number): number[] {
    const list = this.#lists.get(parentId) ?? [];
    this.#lists.set(parentId, list);
    return list;
  }

  #learn(links: ReadonlyMap<number, LinkRow>): void {
    for (const { id, childId } of links.values()) this.#children.set(id, childId);
  }

  #parentOf(child: number): number | null {
    for (const [parent, list] of this.#lists) if (list.includes(child)) return parent;
    return null;
  }

  #takeOut(child: number): void {
    for (const list of this.#lists.values()) if (list.includes(child)) list.splice(list.indexOf(child), 1);
  }

  /** The child of a tree's id: an epic by its own number, an issue by its link's. */
  #treeChild(gid: unknown): number | null {
    const number = numberOf(gid);
    return number !== null && String(gid).includes('/EpicIssue/') ? (this.#children.get(number) ?? null) : number;
  }

  /** Takes in an edit that was made. `rows`: the server after it. */
  apply({ what, variables, request, answer }: ModelChange, rows: Rows): void {
    if (request === null) this.#mutation(what, fieldsOf(variables['input']), fieldsOf(answer.data), rows);
    else this.#rest(request.method, request.path, fieldsOf(request.body), fieldsOf(answer.data), rows);
    this.#learn(rows.links);
  }

  #mutation(what: string, input: Fields, data: Fields, rows: Rows): void {
    if (what === 'epicTreeReorder') return this.#reorder(fieldsOf(input['moved']));
    if (what === 'workItemDelete') return this.#delete(rows);
    const hierarchy = fieldsOf(input['hierarchyWidget']);
    if (what === 'workItemCreate') {
      const made = numberOf(fieldsOf(fieldsOf(data['workItemCreate'])['workItem'])['id']);
      const parent = numberOf(hierarchy['parentId']);
      // What is made under a parent comes to the top of its list, whatever the parent is.
      if (made !== null && parent !== null) this.#list(parent).unshift(made);
    } else if (what === 'workItemUpdate' || what === 'workItemEdit')
      this.#placeItem(numberOf(input['id']), hierarchy, rows);
  }

  #reorder({ id, adjacentReferenceId, relativePosition, newParentId }: Fields): void {
    const child = this.#treeChild(id);
    const adjacent = adjacentReferenceId == null ? null : this.#treeChild(adjacentReferenceId);
    const parent = numberOf(newParentId) ?? (child === null ? null : this.#parentOf(child));
    if (child === null || parent === null) return;
    this.#insert(child, parent, adjacent, relativePosition === 'before' ? 'behind' : 'ahead', 'first');
  }

  #placeItem(child: number | null, hierarchy: Fields, rows: Rows): void {
    if (child === null) return;
    const { parentId, childrenIds, adjacentWorkItemId, relativePosition } = hierarchy;
    if (parentId === null) this.#takeOut(child);
    const adjacent = numberOf(adjacentWorkItemId);
    const before = this.#parentOf(child);
    const parent = numberOf(parentId) ?? before;
    if (parent !== null && adjacent !== null) {
      this.#insert(child, parent, adjacent, relativePosition === 'BEFORE' ? 'ahead' : 'behind', 'last');
    } else if (numberOf(parentId) !== null && parent !== null && parent !== before) this.#comeIn(parent, [child], rows);
    if (Array.isArray(childrenIds)) {
      const ids = childrenIds.map(numberOf).filter((id) => id !== null);
      this.#comeIn(child, ids, rows);
    }
  }

  #insert(
    child: number,
    parent: number,
    adjacent: number | null,
    side: 'ahead' | 'behind',
    other: 'first' | 'last',
  ): void {
    this.#takeOut(child);
    const list = this.#list(parent);
    const at = adjacent === null ? -1 : list.indexOf(adjacent);
    if (at >= 0) list.splice(side === 'ahead' ? at : at + 1, 0, child);
    else if (other === 'first') list.unshift(child);
    else list.push(child);
  }

  /** New children of an epic come to the top in their order, those of other items to the end. Known ones stay where they are. */
  #comeIn(parent: number, children: readonly number[], rows: Rows): void {
    const list = this.#list(parent);
    const fresh = [...new Set(children)].filter((id) => !list.includes(id) && rows.links.get(id)?.parentId === parent);
    for (const id of fresh) this.#takeOut(id);
    if (rows.items.get(parent)?.type === 'epic') list.unshift(...fresh);
    else list.push(...fresh);
  }

  #rest(method: string, path: string, body: Fields, data: Fields, rows: Rows): void {
    if (method === 'POST' && /\/(links|issues)$/.test(path) && Array.isArray(body['issuable_references'])) {
      const parent = epicAt(path, rows);
      const references = (body['issuable_references'] as unknown[]).flatMap((text) => String(text).split(/\s+/));
      const owner = /^\/groups\/(.+)\/-\/epics\//.exec(path)?.[1] ?? '';
      const ids = references.map((text) => itemAt(text, owner, rows)).filter((id) => id !== null);
      if (parent !== null) this.#comeIn(parent, ids, rows);
    } else if (method === 'POST' && path.startsWith('/api/v4/')) {
      const parent = body['parent_id'] ?? body['epic_id'];
      if (typeof parent === 'number' && typeof data['id'] === 'number') this.#comeIn(parent, [data['id']], rows);
    } else if (method === 'DELETE') {
      const [, kind, id] = /\/epics\/\d+\/(links|issues)\/(\d+)$/.exec(path) ?? [];
      if (kind === 'links') this.#takeOut(Number(id));
      else if (kind === 'issues') this.#takeOut(this.#children.get(Number(id)) ?? -1);
      else this.#delete(rows);
    }
  }

  /** What is gone is gone with its place; its children have no parent any more. */
  #delete({ items }: Rows): void {
    for (const [parent, list] of [...this.#lists]) {
      if (!items.has(parent)) this.#lists.delete(parent);
      else
        this.#lists.set(
          parent,
          list.filter((id) => items.has(id)),
        );
    }
  }

  /**
   * A move that was made against what its person was shown: directly before the one neighbour, else directly behind the other, or behind whatever else the
   * request names where both had left.
   */
  landingFaults({ variables }: ModelChange, { before }: { readonly before: string | null }): string[] {
    const input = fieldsOf(variables['input']);
    const { id, adjacentReferenceId } = fieldsOf(input['moved']);
    const child = this.#treeChild(id ?? input['id']);
    const named = adjacentReferenceId ?? fieldsOf(input['hierarchyWidget'])['adjacentWorkItemId'];
    const adjacent = named == null ? null : this.#treeChild(named);
    const parent = child === null ? null : this.#parentOf(child);
    if (child === null || parent === null || adjacent === null) return [];
    const list = this.list(parent);
    const isAhead = adjacent === numberOf(before);
    const neighbour = list[list.indexOf(child) + (isAhead ? 1 : -1)];
    return neighbour === adjacent
      ? []
      : [`${child} was put ${isAhead ? 'before' : 'behind'} ${adjacent} and stands in ${list.join()}`];
  }

  /** Where the server's orders are others than the edits give. */
  faults({ links, items }: Rows): string[] {
    const stored = new Map<number, LinkRow[]>();
    for (const link of links.values()) stored.set(link.parentId, [...(stored.get(link.parentId) ?? []), link]);
    const found: string[] = [];
    for (const parent of new Set([...stored.keys(), ...this.#lists.keys()])) {
      const rows = (stored.get(parent) ?? []).sort((a, b) => a.position - b.position || a.id - b.id);
      const [is, shouldBe] = [rows.map(({ childId }) => childId).join(), this.list(parent).join()];
      if (is !== shouldBe) found.push(`the children of ${parent} are stored as ${is}, and the edits give ${shouldBe}`);
      if (new Set(rows.map(({ position }) => position)).size < rows.length) {
        found.push(`two children of ${parent} (${items.get(parent)?.type}) have one position`);
      }
    }
    return found;
  }
}

function epicAt(path: string, { items, groups }: Rows): number | null {
  const [, owner, iid] = /^\/groups\/(.+)\/-\/epics\/(\d+)/.exec(path) ?? [];
  for (const item of items.values()) {
    if (item.projectId === null && item.iid === Number(iid) && groups.get(item.groupId)?.fullPath === owner)
      return item.id;
  }
  return null;
}

/** `group&3`, `&3` seen from a group, `group/project#4`. */
export function itemAt(text: string, here: string, { items, groups, projects }: Rows): number | null {
  const [, owner = '', mark, iid] = /^(.*)([&#])(\d+)$/.exec(text) ?? [];
  for (const item of items.values()) {
    if (item.iid !== Number(iid) || (mark === '&') !== (item.projectId === null)) continue;
    const path = item.projectId === null ? groups.get(item.groupId)?.fullPath : projects.get(item.projectId)?.fullPath;
    if (path === (owner === '' ? here : owner)) return item.id;
  }
  return null;
}

/** What no edit may ever break: one parent each, no cycle, levels, confidentiality. */
export function structureFaults({ items, links }: Rows): string[] {
  const found: string[] = [];
  for (const [child, { childId, parentId }] of links) {
    const [item, parent] = [items.get(childId), items.get(parentId)];
    if (child !== childId) found.push(`${childId} is linked under the name of ${child}`);
    if (item === undefined || parent === undefined) {
      found.push(`a link between ${childId} and ${parentId}, one of which is gone`);
      continue;
    }
    if (parent.confidential && !item.confidential)
      found.push(`${childId} is public under the confidential ${parentId}`);
    const above: number[] = [childId];
    for (let at: number | undefined = parentId; at !== undefined; at = links.get(at)?.parentId) {
      if (above.includes(at)) {
        found.push(`${childId} stands below itself`);
        break;
      }
      above.push(at);
    }
    const levels = above.filter((id) => items.get(id)?.type === 'epic').length;
    if (levels > DEEPEST_EPIC) found.push(`${childId} stands ${levels} levels of epics deep`);
  }
  return found;
}

/** The highest role of a person over a group, the groups above it and a project. */
function levelOf(
  { users, members, groups }: Rows,
  username: string,
  item: Pick<ItemRow, 'groupId' | 'projectId'>,
): number {
  const user = [...users.values()].find((row) => row.username === username);
  if (user === undefined) return 0;
  if (user.admin) return Infinity;
  const above = groups.get(item.groupId)?.traversalIds ?? [];
  let level = 0;
  for (const member of members.values()) {
    if (member.userId !== user.id) continue;
    const counts = member.groupId === null ? member.projectId === item.projectId : above.includes(member.groupId);
    if (counts) level = Math.max(level, member.level);
  }
  return level;
}

const GUEST = 10;
const REPORTER = 20;

export const mayAdmin = (rows: Rows, username: string, item: ItemRow): boolean =>
  levelOf(rows, username, item) >= REPORTER;

/** May a person link an item to others? A guest may, where it can be seen. */
export const mayRelate = (rows: Rows, username: string, item: ItemRow): boolean =>
  sees(rows, username, item) && levelOf(rows, username, item) >= GUEST;

/** May a person know of a group? Of what is public, and of what they are a member of. */
export function seesGroup(rows: Rows, username: string, groupId: number): boolean {
  const isPublic = rows.groups.get(groupId)?.visibility === 'public';
  return isPublic || levelOf(rows, username, { groupId, projectId: null }) > 0;
}

/** May a person see an item? Everybody sees what is public; members what is private; reporters, and of issues authors and assignees, what is confidential. */
export function sees(rows: Rows, username: string, item: ItemRow): boolean {
  const level = levelOf(rows, username, item);
  const owner = item.projectId === null ? rows.groups.get(item.groupId) : rows.projects.get(item.projectId);
  if (owner?.visibility !== 'public' && level === 0) return false;
  if (!item.confidential || level >= REPORTER) return true;
  const user = [...rows.users.values()].find((row) => row.username === username);
  return (
    item.projectId !== null && user !== undefined && (item.authorId === user.id || item.assigneeIds.includes(user.id))
  );
}

/** Roll-ups of an epic, counted from scratch. */
export interface Recount {
  openedEpics: number;
  closedEpics: number;
  openedIssues: number;
  closedIssues: number;
  openedWeight: number;
  closedWeight: number;
  onTrack: number;
  needsAttention: number;
  atRisk: number;
}

export function recount(rows: Rows, epicId: number): Recount {
  const sum: Recount = {
    openedEpics: 0,
    closedEpics: 0,
    openedIssues: 0,
    closedIssues: 0,
    openedWeight: 0,
    closedWeight: 0,
    onTrack: 0,
    needsAttention: 0,
    atRisk: 0,
  };
  const children = new Map<number, number[]>();
  for (const { childId, parentId } of rows.links.values()) {
    children.set(parentId, [...(children.get(parentId) ?? []), childId]);
  }
  const open: number[] = [epicId];
  const seen = new Set(open);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const id of children.get(at) ?? []) {
      const item = rows.items.get(id);
      if (item === undefined || seen.has(id)) continue;
      seen.add(id);
      if (item.type === 'epic') {
        sum[item.state === 'closed' ? 'closedEpics' : 'openedEpics'] += 1;
        open.push(id);
        continue;
      }
      sum[item.state === 'closed' ? 'closedIssues' : 'openedIssues'] += 1;
      sum[item.state === 'closed' ? 'closedWeight' : 'openedWeight'] += item.weight ?? 0;
      if (item.state !== 'closed' && item.healthStatus !== null) sum[item.healthStatus] += 1;
    }
  }
  return sum;
}

/** Of ids in an answer those of items that the person must not see. */
export function leaks(rows: Rows, username: string, text: string): number[] {
  const found: number[] = [];
  const seen = new Set<number>();
  for (const [, number] of text.matchAll(/gid:\/\/gitlab\/(?:Epic|Issue|WorkItem)\/(\d+)/g)) {
    const id = Number(number);
    if (seen.has(id)) continue;
    seen.add(id);
    const item = rows.items.get(id);
    if (item !== undefined && !sees(rows, username, item)) found.push(id);
  }
  return found;
}

/** Open ones first, then the closed ones, each in the order in which they are stored. */
export function asShown(rows: Rows, ids: readonly number[]): number[] {
  const isOpen = (id: number): boolean => rows.items.get(id)?.state !== 'closed';
  return [...ids.filter(isOpen), ...ids.filter((id) => !isOpen(id))];
}

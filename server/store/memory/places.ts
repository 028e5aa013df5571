import type { Visibility } from '@espalier/core/access';
import { EVERYWHERE, type Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { Mark, NewPlace, Place, PlaceId, PlaceStore, Spot } from '../../command/place-store.ts';
import { ownerOf, storable } from './items.ts';
import type { Rights } from './rights.ts';
import { membersOn } from './roles.ts';
import type { GroupRow, ItemRow, MemberRow, ProjectRow } from './rows.ts';
import type { World } from './world.ts';

const OPENNESS: readonly Visibility[] = ['private', 'internal', 'public'];

export class MemoryPlaces implements PlaceStore {
  readonly #world: World;
  readonly #rightsOf: (viewer: Viewer) => Rights;

  constructor(world: World, rightsOf: (viewer: Viewer) => Rights) {
    this.#world = world;
    this.#rightsOf = rightsOf;
  }

  /** Changes run one after another. */
  lock(): Promise<void> {
    return Promise.resolve();
  }

  async find(viewer: Viewer, kind: PlaceId['kind'], pathOrId: string | number): Promise<Place | undefined> {
    const rights = this.#rightsOf(viewer);
    const row = kind === 'group' ? rights.seeGroup(pathOrId) : rights.seeProject(pathOrId);
    if (row === null) return undefined;
    const { id, name, description, visibility, fullPath } = row;
    const marked_on = row.marked?.on ?? null;
    const owner = 'groupId' in row ? ownerOf(this.#world.group(row.groupId), row) : ownerOf(row, null);
    const parent_id = 'groupId' in row ? row.groupId : row.parentId;
    const doomed = row.doomed || owner.traversal_ids.some((above) => this.#world.group(above).doomed);
    return {
      ...owner,
      kind,
      id,
      name,
      description,
      visibility,
      path: lastOf(fullPath),
      marked_on,
      doomed,
      full_path: fullPath,
      parent_id,
    };
  }

  async above(groupId: number): Promise<Owner> {
    return ownerOf(this.#world.group(groupId), null);
  }

  async taken({ kind, parent, name, path, except }: Spot) {
    const full = (parent === null ? path : `${parent.group_path}/${path}`).toLowerCase();
    const isOther = (of: PlaceId['kind'], id: number): boolean => except?.kind !== of || except.id !== id;
    const groups = [...this.#world.groups.values()].filter(({ id }) => isOther('group', id));
    const projects = [...this.#world.projects.values()].filter(({ id }) => isOther('project', id));
    const siblings =
      kind === 'group'
        ? groups.filter(({ parentId }) => parentId !== null && parentId === parent?.group_id)
        : projects.filter(({ groupId }) => groupId === parent?.group_id);
    return {
      name: siblings.some((row) => row.name === name),
      path: [...groups, ...projects].some(({ fullPath }) => fullPath.toLowerCase() === full),
    };
  }

  async insert(kind: PlaceId['kind'], parent: Owner | null, place: NewPlace): Promise<number> {
    const { name, path, description, visibility } = place;
    [name, path, description].forEach(storable);
    const world = this.#world;
    const above = parent === null ? {} : { parentId: parent.group_id };
    const id =
      kind === 'group'
        ? world.addGroup({ name, path, visibility, ...above })
        : world.addProject({ name, path, visibility, groupId: parent?.group_id ?? 0 });
    if (kind === 'group') world.groups.set(id, { ...world.group(id), description });
    else world.projects.set(id, { ...world.project(id), description });
    this.#settle({ kind, id });
    return id;
  }

  async update({ kind, id }: PlaceId, { path, ...changed }: Partial<NewPlace>): Promise<void> {
    for (const text of [path, changed.name, changed.description]) storable(text);
    const world = this.#world;
    if (kind === 'group') {
      world.groups.set(id, { ...world.group(id), ...changed });
    } else world.projects.set(id, { ...world.project(id), ...changed });
    this.#settle({ kind, id }, path);
  }

  async archive(projectId: number, archived: boolean): Promise<boolean> {
    const row = this.#world.project(projectId);
    this.#world.projects.set(projectId, { ...row, archived });
    return row.archived !== archived;
  }

  async move(place: PlaceId, parent: Owner | null): Promise<boolean> {
    const world = this.#world;
    const { kind, id } = place;
    const above = parent?.group_visibility ?? 'public';
    const narrowed = <Row extends GroupRow | ProjectRow>(row: Row): Row =>
      OPENNESS.indexOf(row.visibility) > OPENNESS.indexOf(above) ? { ...row, visibility: above } : row;
    if (kind === 'project') {
      const groupId = parent?.group_id ?? 0;
      world.projects.set(id, { ...narrowed(world.project(id)), groupId });
      for (const item of this.itemsOf(place)) world.change(item.id, { groupId });
    } else {
      const { groups, projects } = this.#below(id);
      for (const row of groups) world.groups.set(row.id, narrowed(row));
      for (const row of projects) world.projects.set(row.id, narrowed(row));
      world.groups.set(id, { ...world.group(id), parentId: parent?.group_id ?? null });
    }
    this.#settle(place);
    return false;
  }

  async nameTrees(): Promise<boolean> {
    return false;
  }

  async trim(place: PlaceId, groupIds: readonly number[]): Promise<readonly number[]> {
    const world = this.#world;
    const isLost = (row: { readonly groupId: number | null } | undefined): boolean =>
      row !== undefined && row.groupId !== null && groupIds.includes(row.groupId);
    const parents = new Set<number>();
    const items = this.itemsOf(place);
    for (const { id, labelIds, milestoneId, iterationId } of items) {
      const parentId = world.links.get(id)?.parentId;
      const losesMilestone = isLost(world.milestones.get(milestoneId ?? 0));
      if (losesMilestone && parentId !== undefined) parents.add(parentId);
      world.change(id, {
        labelIds: labelIds.filter((label) => !isLost(world.labels.get(label))),
        ...(losesMilestone && { milestoneId: null }),
        ...(isLost(world.iterations.get(iterationId ?? 0)) && { iterationId: null }),
      });
    }
    const projects = new Set(
      place.kind === 'project' ? [place.id] : this.#below(place.id).projects.map(({ id }) => id),
    );
    for (const key of world.labelFollowers.keys()) {
      const [label, , project] = key.split(' ').map(Number);
      if (projects.has(project ?? 0) && isLost(world.labels.get(label ?? 0))) world.labelFollowers.delete(key);
    }
    return [...parents].sort((a, b) => a - b);
  }

  async hasOwner(groupId: number, now: string): Promise<boolean> {
    const isOwner = (row: MemberRow): boolean =>
      row.groupId === groupId &&
      row.level === 50 &&
      row.expiresAt === null &&
      this.#world.user(row.userId).state === 'active';
    return membersOn(this.#world, now).some(isOwner);
  }

  async mark({ kind, id }: PlaceId, mark: Mark | null): Promise<void> {
    this.#set(kind, id, { marked: mark });
  }

  async markedUntil(day: string) {
    const marked = (kind: PlaceId['kind'], rows: Iterable<GroupRow | ProjectRow>) =>
      [...rows].flatMap(({ id, marked: mark, doomed }) =>
        mark !== null && mark.on <= day && !doomed ? [{ kind, id, by: mark.by }] : [],
      );
    return [...marked('group', this.#world.groups.values()), ...marked('project', this.#world.projects.values())];
  }

  async doom({ kind, id }: PlaceId): Promise<boolean> {
    const row = kind === 'group' ? this.#world.groups.get(id) : this.#world.projects.get(id);
    if (row === undefined || row.doomed || row.marked === null) return false;
    this.#set(kind, id, { doomed: true });
    return true;
  }

  known({ kind, id }: PlaceId): Promise<Place | undefined> {
    return this.find(EVERYWHERE, kind, id);
  }

  async itemIds(place: PlaceId, most: number): Promise<readonly number[]> {
    return this.itemsOf(place)
      .slice(0, most)
      .map(({ id }) => id);
  }

  async delete({ kind, id }: PlaceId): Promise<void> {
    const { groups, projects } =
      kind === 'group' ? this.#below(id) : { groups: [], projects: [this.#world.project(id)] };
    const gone = { group: new Set(groups.map((row) => row.id)), project: new Set(projects.map((row) => row.id)) };
    const world = this.#world;
    const isGone = ({ groupId, projectId }: { groupId: number | null; projectId: number | null }): boolean =>
      projectId === null ? gone.group.has(groupId ?? 0) : gone.project.has(projectId);
    for (const table of [world.members, world.labels, world.milestones, world.templates])
      for (const [key, row] of table) if (isGone(row)) table.delete(key);
    for (const table of [world.iterations, world.cadences])
      for (const [key, row] of table) if (gone.group.has(row.groupId)) table.delete(key);
    for (const [path, place] of world.redirects) if (gone[place.kind].has(place.id)) world.redirects.delete(path);
    for (const each of gone.project) world.projects.delete(each);
    for (const each of gone.group) world.groups.delete(each);
  }

  #set(kind: PlaceId['kind'], id: number, changed: Partial<Pick<GroupRow, 'marked' | 'doomed'>>): void {
    if (kind === 'group') this.#world.groups.set(id, { ...this.#world.group(id), ...changed });
    else this.#world.projects.set(id, { ...this.#world.project(id), ...changed });
  }

  async reach(groupId: number) {
    const { groups, projects } = this.#below(groupId);
    return {
      levels: Math.max(...groups.map(({ traversalIds }) => traversalIds.length)),
      // Paths are ASCII (AP-05.102).
      bytes: Math.max(...[...groups, ...projects].map(({ fullPath }) => fullPath.length)),
    };
  }

  async moreVisible(groupId: number, than: Visibility) {
    const isMore = ({ visibility }: GroupRow | ProjectRow): boolean =>
      OPENNESS.indexOf(visibility) > OPENNESS.indexOf(than);
    const { groups, projects } = this.#below(groupId);
    return { groups: groups.some((row) => row.id !== groupId && isMore(row)), projects: projects.some(isMore) };
  }

  async some(place: PlaceId, most: number) {
    const counted = new Map<string, number>();
    const ranked = this.itemsOf(place)
      .sort((a, b) => b.id - a.id)
      .map(({ id, groupId, projectId }) => {
        const owner = `${groupId} ${projectId}`;
        counted.set(owner, (counted.get(owner) ?? 0) + 1);
        return { id, rank: counted.get(owner) ?? 0 };
      });
    return ranked
      .sort((a, b) => a.rank - b.rank || a.id - b.id)
      .slice(0, most)
      .map(({ id }) => ({ id, parentId: this.#world.links.get(id)?.parentId ?? null }));
  }

  itemsOf({ kind, id }: PlaceId): ItemRow[] {
    return [...this.#world.items.values()].filter(({ groupId, projectId }) =>
      kind === 'project' ? projectId === id : this.#world.group(groupId).traversalIds.includes(id),
    );
  }

  #below(groupId: number) {
    const groups = [...this.#world.groups.values()].filter(({ traversalIds }) => traversalIds.includes(groupId));
    const ids = new Set(groups.map(({ id }) => id));
    return { groups, projects: [...this.#world.projects.values()].filter((row) => ids.has(row.groupId)) };
  }

  /** See `SqlPlaces`. */
  #settle({ kind, id }: PlaceId, path?: string): void {
    const world = this.#world;
    if (kind === 'project') {
      const row = world.project(id);
      const fullPath = `${world.group(row.groupId).fullPath}/${path ?? lastOf(row.fullPath)}`;
      this.#moved({ kind, id }, row.fullPath, fullPath);
      world.projects.set(id, { ...row, fullPath });
      return;
    }
    const row = world.group(id);
    const parent = row.parentId === null ? null : world.group(row.parentId);
    const own = path ?? lastOf(row.fullPath);
    const fullPath = parent === null ? own : `${parent.fullPath}/${own}`;
    this.#moved({ kind, id }, row.fullPath, fullPath);
    world.groups.set(id, {
      ...row,
      fullPath,
      fullName: parent === null ? row.name : `${parent.fullName} / ${row.name}`,
      traversalIds: [...(parent?.traversalIds ?? []), id],
    });
    for (const below of [...world.projects.values()])
      if (below.groupId === id) this.#settle({ kind: 'project', id: below.id });
    for (const below of [...world.groups.values()]) if (below.parentId === id) this.#settle({ kind, id: below.id });
  }

  #moved(place: PlaceId, from: string, to: string): void {
    const { redirects } = this.#world;
    if (from.toLowerCase() !== to.toLowerCase()) redirects.set(from.toLowerCase(), place);
    redirects.delete(to.toLowerCase());
  }
}

const lastOf = (fullPath: string): string => fullPath.slice(fullPath.lastIndexOf('/') + 1);

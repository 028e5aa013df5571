import type { TokenScope, Visibility } from '../../access/index.ts';
import type { CivilDate, HealthStatus, WorkItemState, WorkItemType } from '../../work-item/types.ts';
import { LinkTable } from './link-table.ts';

/** The tables of the model. Rows are replaced, never changed, so that a copy of the maps is a copy of the world. Ids are database ids. */

export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly admin: boolean;
  readonly password: string | null;
}

export interface GroupRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly fullPath: string;
  readonly name: string;
  readonly fullName: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  /** From the root down, itself last. */
  readonly traversalIds: readonly number[];
}

export interface ProjectRow {
  readonly id: number;
  readonly groupId: number;
  readonly fullPath: string;
  readonly name: string;
  readonly visibility: Visibility;
}

export interface MemberRow {
  readonly userId: number;
  readonly groupId: number | null;
  readonly projectId: number | null;
  readonly level: number;
}

export interface LabelRow {
  readonly id: number;
  /** Null: of nobody in particular, offered everywhere. */
  readonly groupId: number | null;
  readonly title: string;
  readonly color: string;
}

export interface MilestoneRow {
  readonly id: number;
  readonly iid: number;
  /** Null: offered by no group, and still carried by items. */
  readonly groupId: number | null;
  readonly title: string;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

export interface ItemRow {
  readonly id: number;
  readonly iid: number;
  readonly type: WorkItemType;
  readonly groupId: number;
  /** Null for epics. */
  readonly projectId: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly state: WorkItemState;
  readonly confidential: boolean;
  /** Of epics. */
  readonly color: string;
  readonly authorId: number;
  readonly assigneeIds: readonly number[];
  readonly labelIds: readonly number[];
  readonly weight: number | null;
  readonly healthStatus: HealthStatus | null;
  readonly milestoneId: number | null;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly startIsFixed: boolean;
  readonly dueIsFixed: boolean;
  readonly lockVersion: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly editedAt: string | null;
  readonly editedBy: number | null;
}

export interface LinkRow {
  readonly id: number;
  readonly parentId: number;
  readonly childId: number;
  readonly position: number;
  readonly createdAt: string;
}

/** A link beside the tree: `sourceId` blocks, or is related to, `targetId`. */
export interface RelationRow {
  readonly id: number;
  readonly type: 'relates_to' | 'blocks';
  readonly sourceId: number;
  readonly targetId: number;
}

/** A merge request of a project, linked to items; nothing changes it. */
export interface MergeRequestRow {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly title: string;
  readonly state: 'opened' | 'closed' | 'merged';
  readonly pipeline: string | null;
  readonly createdAt: string;
  readonly mergedAt: string | null;
  readonly closedAt: string | null;
  readonly itemIds: readonly number[];
}

/** A personal access token. */
export interface TokenRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: string;
  readonly expiresAt: CivilDate;
  readonly revoked: boolean;
}

export interface TodoRow {
  readonly id: number;
  readonly itemId: number;
  readonly userId: number;
  readonly state: 'pending' | 'done';
  readonly createdAt: string;
}

interface Tables {
  readonly users: Map<number, UserRow>;
  readonly groups: Map<number, GroupRow>;
  readonly projects: Map<number, ProjectRow>;
  readonly members: Map<number, MemberRow>;
  readonly labels: Map<number, LabelRow>;
  readonly milestones: Map<number, MilestoneRow>;
  readonly items: Map<number, ItemRow>;
  /** By child. */
  readonly links: Map<number, LinkRow>;
  readonly relations: Map<number, RelationRow>;
  readonly mergeRequests: Map<number, MergeRequestRow>;
  readonly todos: Map<number, TodoRow>;
  readonly tokens: Map<number, TokenRow>;
  /** Decisions, by item and person. */
  readonly subscriptions: Map<string, boolean>;
  /** Highest number given in a group (`g7`) or project (`p5`), also by items that are gone. */
  readonly lastIids: Map<string, number>;
}

/** A copy of everything, for a change that is given up. */
export interface Snapshot {
  readonly tables: readonly ReadonlyMap<unknown, unknown>[];
}

export class World implements Tables {
  readonly users = new Map<number, UserRow>();
  readonly groups = new Map<number, GroupRow>();
  readonly projects = new Map<number, ProjectRow>();
  readonly members = new Map<number, MemberRow>();
  readonly labels = new Map<number, LabelRow>();
  readonly milestones = new Map<number, MilestoneRow>();
  readonly items = new Map<number, ItemRow>();
  readonly links = new LinkTable();
  readonly relations = new Map<number, RelationRow>();
  readonly mergeRequests = new Map<number, MergeRequestRow>();
  readonly todos = new Map<number, TodoRow>();
  readonly tokens = new Map<number, TokenRow>();
  readonly subscriptions = new Map<string, boolean>();
  readonly lastIids = new Map<string, number>();
  /** Child epics of one epic at most. */
  maxChildren = 1000;
  /** More epics than this on a roadmap raise its warning. */
  epicsLimit = 1000;
  /** How many changes were made. */
  changes = 0;
  /** Items on one page at most, whatever is asked for. */
  pageMax = 100;
  readonly #now: () => string;
  readonly #idsPerTable: boolean;
  readonly #lastIds = new Map<string, number>();

  /** `now` answers an instant, ISO 8601 with Z. `idsPerTable`: numbers as a database gives them, each table its own from 1. */
  constructor(now: () => string, { idsPerTable = false }: { readonly idsPerTable?: boolean } = {}) {
    this.#now = now;
    this.#idsPerTable = idsPerTable;
    this.addUser({ username: 'root', name: 'Administrator', admin: true });
  }

  now(): string {
    return this.#now();
  }

  nextId(table: string): number {
    const sequence = this.#idsPerTable ? table : '';
    const id = (this.#lastIds.get(sequence) ?? 0) + 1;
    this.#lastIds.set(sequence, id);
    return id;
  }

  addUser(user: { username: string; name?: string; admin?: boolean; password?: string }): number {
    const id = this.nextId('users');
    const { username, name = username, admin = false, password = null } = user;
    this.users.set(id, { id, username, name, admin, password });
    return id;
  }

  addGroup(group: { path: string; name?: string; parentId?: number; visibility?: Visibility }): number {
    const id = this.nextId('groups');
    const { path, name = path, visibility = 'public' } = group;
    const parent = group.parentId === undefined ? undefined : this.group(group.parentId);
    this.groups.set(id, {
      id,
      parentId: parent?.id ?? null,
      fullPath: parent === undefined ? path : `${parent.fullPath}/${path}`,
      name,
      fullName: parent === undefined ? name : `${parent.fullName} / ${name}`,
      description: null,
      visibility,
      traversalIds: [...(parent?.traversalIds ?? []), id],
    });
    return id;
  }

  addProject(project: { groupId: number; path: string; name?: string; visibility?: Visibility }): number {
    const id = this.nextId('projects');
    const { groupId, path, name = path, visibility = 'public' } = project;
    this.projects.set(id, { id, groupId, fullPath: `${this.group(groupId).fullPath}/${path}`, name, visibility });
    return id;
  }

  addMember(member: { userId: number; groupId?: number; projectId?: number; level: number }): void {
    const { userId, groupId = null, projectId = null, level } = member;
    this.members.set(this.nextId('members'), { userId, groupId, projectId, level });
  }

  /** Gives a person another role in a group, or takes it away with null. */
  setLevel(userId: number, groupId: number, level: number | null): void {
    for (const [id, member] of this.members) {
      if (member.userId === userId && member.groupId === groupId) this.members.delete(id);
    }
    if (level !== null) this.addMember({ userId, groupId, level });
  }

  addLabel(title: string, color = '#1068bf', groupId: number | null = null): number {
    const id = this.nextId('labels');
    this.labels.set(id, { id, groupId, title, color });
    return id;
  }

  /** Does a group offer a label? Its own ones and, with them, those of the groups above it. */
  offersLabel({ traversalIds }: GroupRow, { groupId }: LabelRow): boolean {
    return groupId === null || traversalIds.includes(groupId);
  }

  addMilestone(
    title: string,
    startDate: CivilDate | null,
    dueDate: CivilDate | null,
    groupId: number | null = null,
  ): number {
    const id = this.nextId('milestones');
    const iid = [...this.milestones.values()].filter((row) => row.groupId === groupId).length + 1;
    this.milestones.set(id, { id, iid, groupId, title, startDate, dueDate });
    return id;
  }

  addEpic(groupId: number, change: Partial<ItemRow> = {}): ItemRow {
    return this.#addItem('epic', groupId, null, change);
  }

  addItem(projectId: number, change: Partial<ItemRow> = {}): ItemRow {
    return this.#addItem(change.type ?? 'issue', this.project(projectId).groupId, projectId, change);
  }

  #addItem(type: WorkItemType, groupId: number, projectId: number | null, change: Partial<ItemRow>): ItemRow {
    const now = this.now();
    const iid = change.iid ?? this.nextIid(groupId, projectId);
    const row: ItemRow = {
      id: this.nextId('items'),
      title: `${type} ${iid}`,
      description: null,
      state: 'opened',
      confidential: false,
      color: '#1068bf',
      authorId: 1,
      assigneeIds: [],
      labelIds: [],
      weight: null,
      healthStatus: null,
      milestoneId: null,
      startDate: null,
      dueDate: null,
      startIsFixed: false,
      dueIsFixed: false,
      lockVersion: 0,
      createdAt: now,
      updatedAt: now,
      closedAt: change.state === 'closed' ? now : null,
      editedAt: null,
      editedBy: null,
      ...change,
      type,
      groupId,
      projectId,
      iid,
    };
    this.items.set(row.id, row);
    const owner = ownerKey(groupId, projectId);
    this.lastIids.set(owner, Math.max(this.lastIids.get(owner) ?? 0, iid));
    return row;
  }

  /** Numbers are never given twice, also after the last item was deleted. */
  nextIid(groupId: number, projectId: number | null): number {
    return (this.lastIids.get(ownerKey(groupId, projectId)) ?? 0) + 1;
  }

  group = (id: number): GroupRow => found(this.groups, id);
  project = (id: number): ProjectRow => found(this.projects, id);
  user = (id: number): UserRow => found(this.users, id);
  item = (id: number): ItemRow => found(this.items, id);

  change(id: number, change: Partial<ItemRow>): ItemRow {
    const row = { ...this.item(id), ...change };
    this.items.set(id, row);
    return row;
  }

  /** The links to the children of a parent, in the one order that epics and the rest share. */
  linksUnder(parentId: number): readonly LinkRow[] {
    return this.links.under(parentId);
  }

  childrenOf(parentId: number): ItemRow[] {
    return this.linksUnder(parentId).map(({ childId }) => this.item(childId));
  }

  parentOf(id: number): ItemRow | null {
    const link = this.links.get(id);
    return link === undefined ? null : this.item(link.parentId);
  }

  /** Links two items as the wire says it from the first one's side, whatever the rules. */
  relate(type: RelationRow['type'], sourceId: number, targetId: number): RelationRow {
    const row: RelationRow = { id: this.nextId('relations'), type, sourceId, targetId };
    this.relations.set(row.id, row);
    return row;
  }

  /** The links of an item, in the order in which they were made. */
  relationsOf(id: number): RelationRow[] {
    return [...this.relations.values()]
      .filter(({ sourceId, targetId }) => sourceId === id || targetId === id)
      .sort((a, b) => a.id - b.id);
  }

  /** What hangs on an item goes with it: its links, and what people keep of it for themselves. */
  forget(id: number): void {
    for (const { id: relation } of this.relationsOf(id)) this.relations.delete(relation);
    for (const { id: todo, itemId } of this.todos.values()) if (itemId === id) this.todos.delete(todo);
    for (const key of this.subscriptions.keys()) if (key.startsWith(`${id} `)) this.subscriptions.delete(key);
  }

  addMergeRequest(projectId: number, change: Partial<MergeRequestRow> = {}): MergeRequestRow {
    const id = this.nextId('mergeRequests');
    const iid = [...this.mergeRequests.values()].filter((row) => row.projectId === projectId).length + 1;
    const now = this.now();
    const state = change.state ?? 'opened';
    const row: MergeRequestRow = {
      id,
      iid,
      projectId,
      title: `Merge request ${iid}`,
      state,
      pipeline: null,
      createdAt: now,
      mergedAt: state === 'merged' ? now : null,
      closedAt: state === 'closed' ? now : null,
      itemIds: [],
      ...change,
    };
    this.mergeRequests.set(id, row);
    return row;
  }

  save(): Snapshot {
    return { tables: this.#tables().map((table) => new Map(table)) };
  }

  restore({ tables }: Snapshot): void {
    this.#tables().forEach((table, index) => {
      table.clear();
      for (const [key, row] of tables[index] ?? []) table.set(key, row);
    });
  }

  #tables(): Map<unknown, unknown>[] {
    const { users, groups, projects, members, labels, milestones, items, links, relations, mergeRequests } = this;
    const { todos, tokens, subscriptions, lastIids } = this;
    return [
      users,
      groups,
      projects,
      members,
      labels,
      milestones,
      items,
      links,
      relations,
      mergeRequests,
      todos,
      tokens,
      subscriptions,
      lastIids,
    ] as Map<unknown, unknown>[];
  }
}

const ownerKey = (groupId: number, projectId: number | null): string =>
  projectId === null ? `g${groupId}` : `p${projectId}`;

function found<T>(table: ReadonlyMap<number, T>, id: number): T {
  const row = table.get(id);
  if (row === undefined) throw new RangeError(`no row ${id}`);
  return row;
}

import type { Visibility } from '@espalier/core/access';
import { place } from '@espalier/core/tree/rules';
import type { CivilDate, WorkItemType } from '@espalier/core/work-item/rules';
import type { Viewer } from '../../access/viewer.ts';
import type { RollupRow } from '../../command/contribution.ts';
import { Derived } from './derived.ts';
import { newItem } from './new-item.ts';
import { viewerOf } from './roles.ts';
import type { EpicDates, ItemRow, MergeRequestRow, RelationRow } from './rows.ts';
import { type SavedTables, WorldTables } from './world-tables.ts';

/** Everything of a world, to roll a change back to. */
export interface Snapshot {
  readonly tables: SavedTables;
  readonly derived: Derived;
}

/**
 * A plan in memory. Commands write to them through `MemoryStore`, which updates roll-ups and dates by what the commands report. Tests and
 * simulations that fill a world write plain rows; roll-ups and dates are then counted again when next asked for.
 */
export class World extends WorldTables {
  /** How many child epics one epic can have. */
  maxChildren = 1000;
  /** More epics than this on a roadmap raise its warning. */
  epicsLimit = 1000;
  /** How many changes were made. */
  changes = 0;
  /** The most items on one page, whatever is asked for. */
  pageMax = 100;
  readonly #now: () => string;
  readonly #idsPerTable: boolean;
  readonly #lastIds = new Map<string, number>();
  #derived: Derived | null = null;
  #isKept = false;

  /** `now` returns an instant, ISO 8601 with Z. `idsPerTable`: each table counts its ids from 1, as in a database. */
  constructor(now: () => string, { idsPerTable = false }: { readonly idsPerTable?: boolean } = {}) {
    super();
    this.#now = now;
    this.#idsPerTable = idsPerTable;
    this.addUser({ username: 'root', name: 'Administrator', admin: true });
  }

  protected override rolledUpChanged(): void {
    if (!this.#isKept) this.#derived = null;
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

  addUser(user: {
    username: string;
    name?: string;
    email?: string;
    admin?: boolean;
    password?: string;
    active?: boolean;
  }): number {
    const id = this.nextId('users');
    const { username, name = username, email = null, admin = false, password = null, active = true } = user;
    const state = active ? 'active' : 'blocked';
    this.users.set(id, { id, username, name, email, admin, password, state, isGhost: false });
    return id;
  }

  /** A person as the access rules know one; null: an anonymous visitor. */
  viewer = (userId: number | null, now = this.now()): Viewer => viewerOf(this, userId, now);

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
      marked: null,
      doomed: false,
    });
    return id;
  }

  addProject(project: { groupId: number; path: string; name?: string; visibility?: Visibility }): number {
    const id = this.nextId('projects');
    const { groupId, path, name = path, visibility = 'public' } = project;
    const fullPath = `${this.group(groupId).fullPath}/${path}`;
    const state = { archived: false, marked: null, doomed: false };
    this.projects.set(id, { id, groupId, fullPath, name, description: null, visibility, ...state });
    return id;
  }

  addMember(member: {
    userId: number;
    groupId?: number;
    projectId?: number;
    level: number;
    expiresAt?: string | null;
  }): void {
    const { userId, groupId = null, projectId = null, level, expiresAt = null } = member;
    this.members.set(this.nextId('members'), { userId, groupId, projectId, level, expiresAt });
  }

  /** Gives a person another role in a group, or takes it away with null. */
  setLevel(userId: number, groupId: number, level: number | null): void {
    for (const [id, member] of this.members) {
      if (member.userId === userId && member.groupId === groupId) this.members.delete(id);
    }
    if (level !== null) this.addMember({ userId, groupId, level });
  }

  addLabel(title: string, color = '#1068bf', groupId: number | null = null, projectId: number | null = null): number {
    const id = this.nextId('labels');
    this.labels.set(id, { id, groupId, projectId, title, description: null, color });
    return id;
  }

  addMilestone(title: string, startDate: CivilDate | null, dueDate: CivilDate | null, groupId: number | null): number {
    const id = this.nextId('milestones');
    const iid = [...this.milestones.values()].filter((row) => row.groupId === groupId).length + 1;
    this.milestones.set(id, {
      ...{ id, iid, groupId, projectId: null, title, startDate, dueDate },
      description: null,
      state: 'active',
    });
    return id;
  }

  addEpic(groupId: number, change: Partial<ItemRow> = {}): ItemRow {
    return this.#addItem('epic', groupId, null, change);
  }

  addItem(projectId: number, change: Partial<ItemRow> = {}): ItemRow {
    return this.#addItem(change.type ?? 'issue', this.project(projectId).groupId, projectId, change);
  }

  #addItem(type: WorkItemType, groupId: number, projectId: number | null, change: Partial<ItemRow>): ItemRow {
    const iid = change.iid ?? this.nextIid(groupId, projectId);
    const row = newItem({ id: this.nextId('items'), iid, type, groupId, projectId }, this.now(), change);
    this.items.set(row.id, row);
    const owner = ownerKey(groupId, projectId);
    this.lastIids.set(owner, Math.max(this.lastIids.get(owner) ?? 0, iid));
    return row;
  }

  /** Numbers are never reused, not even after the last item was deleted. */
  nextIid(groupId: number, projectId: number | null): number {
    return (this.lastIids.get(ownerKey(groupId, projectId)) ?? 0) + 1;
  }

  change(id: number, change: Partial<ItemRow>): ItemRow {
    const row = { ...this.item(id), ...change };
    this.items.set(id, row);
    return row;
  }

  /** Puts items under a parent, before its present children, in the order given. */
  attach(parentId: number, childIds: readonly number[]): void {
    for (const childId of childIds.toReversed()) {
      const siblings = this.linksUnder(parentId).map((link) => ({ id: link.childId, position: link.position }));
      const placed = place(siblings, { at: 'start' });
      if (!placed.ok) throw new RangeError(placed.error);
      const id = this.nextId('links');
      this.links.set(childId, { id, parentId, childId, position: placed.position, createdAt: this.now() });
    }
  }

  /** Links two items, without asking any rule. */
  relate(type: RelationRow['type'], sourceId: number, targetId: number): RelationRow {
    const row: RelationRow = { id: this.nextId('relations'), type, sourceId, targetId };
    this.relations.set(row.id, row);
    return row;
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

  /** What lies below an item. */
  rollupOf(id: number): RollupRow {
    return this.derived.rollup(id);
  }

  /** The dates of an item, inherited ones too. */
  datesOf(item: ItemRow): EpicDates {
    return this.derived.datesOf(item);
  }

  get derived(): Derived {
    return (this.#derived ??= Derived.of(this));
  }

  /** Runs writes whose effect on roll-ups and dates the caller reports itself. */
  keeping(write: () => void): void {
    // Counted before the write; otherwise what is written would count twice.
    this.#derived ??= Derived.of(this);
    this.#isKept = true;
    try {
      write();
    } finally {
      this.#isKept = false;
    }
  }

  save(): Snapshot {
    return { tables: this.saveTables(), derived: this.derived.copy() };
  }

  restore({ tables, derived }: Snapshot): void {
    this.restoreTables(tables);
    this.#derived = derived;
  }

  /** With the reactions to it. */
  deleteComment(id: number): void {
    this.comments.delete(id);
    for (const { id: award, noteId } of this.awards.values()) if (noteId === id) this.awards.delete(award);
  }
}

const ownerKey = (groupId: number, projectId: number | null): string =>
  projectId === null ? `g${groupId}` : `p${projectId}`;

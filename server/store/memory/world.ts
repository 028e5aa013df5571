import type { Picture } from '../../command/picture.ts';
import type { Visibility } from '@espalier/core/access';
import type { Trial } from '@espalier/core/manage/rules';
import { place } from '@espalier/core/tree/rules';
import type { CivilDate, WorkItemType } from '@espalier/core/work-item/rules';
import { anonymous, type Viewer } from '../../access/viewer.ts';
import type { RollupRow } from '../../command/contribution.ts';
import type { NoteChange } from '../../command/events.ts';
import type { StoredCadence } from '../../command/iteration-store.ts';
import type { PlaceId } from '../../command/place-store.ts';
import type { Job } from '../../command/job.ts';
import { Derived } from './derived.ts';
import type {
  AwardRow,
  CommentRow,
  EpicDates,
  EventRow,
  GroupRow,
  GroupShareRow,
  InvitationRow,
  SalesContactRow,
  ItemRow,
  IterationRow,
  LabelRow,
  LinkRow,
  MemberRow,
  MergeRequestRow,
  MilestoneRow,
  NoteRow,
  ProjectRow,
  RelationRow,
  TemplateRow,
  TimelogRow,
  TodoRow,
  TokenRow,
  UserRow,
  VersionRow,
} from './rows.ts';
import { LinkTable, Table } from './tables.ts';

/** A copy of everything, to roll a change back to. */
export interface Snapshot {
  readonly tables: readonly ReadonlyMap<unknown, unknown>[];
  readonly notes: readonly NoteRow[];
  readonly events: readonly EventRow[];
  readonly noteChanges: readonly NoteChange[];
  readonly jobs: readonly Job[];
  readonly derived: Derived;
}

/**
 * The tables of a plan in memory. Commands write to them through `MemoryStore`, which updates roll-ups and dates by what the commands report. Tests and
 * simulations that fill a world write plain rows; roll-ups and dates are then counted again when next asked for.
 */
export class World {
  readonly users = new Map<number, UserRow>();
  readonly groups = new Map<number, GroupRow>();
  readonly projects = new Map<number, ProjectRow>();
  readonly members = new Map<number, MemberRow>();
  readonly groupShares = new Map<number, GroupShareRow>();
  /** By top-level group. */
  readonly memberLimits = new Map<number, number>();
  /** By top-level group. */
  readonly trials = new Map<number, Trial>();
  /** By group and person: `7 12`. */
  readonly salesContacts = new Map<string, SalesContactRow>();
  readonly invitations = new Map<number, InvitationRow>();
  /** Who has asked for access: `g7 person`, `p5 person`. */
  readonly accessRequests = new Map<string, true>();
  readonly labels = new Map<number, LabelRow>();
  readonly milestones: Table<number, MilestoneRow>;
  readonly cadences = new Map<number, StoredCadence>();
  /** The day on which a cadence that failed is tried again. */
  readonly cadenceRetries = new Map<number, string>();
  readonly iterations = new Map<number, IterationRow>();
  readonly items: Table<number, ItemRow>;
  /** By child. */
  readonly links: LinkTable;
  readonly relations = new Map<number, RelationRow>();
  readonly mergeRequests = new Map<number, MergeRequestRow>();
  readonly todos = new Map<number, TodoRow>();
  readonly awards = new Map<number, AwardRow>();
  readonly comments = new Map<number, CommentRow>();
  readonly timelogs = new Map<number, TimelogRow>();
  readonly templates = new Map<number, TemplateRow>();
  readonly versions = new Map<number, VersionRow>();
  readonly tokens = new Map<number, TokenRow>();
  /** Explicit decisions, by item and person. */
  readonly subscriptions = new Map<string, boolean>();
  /** Labels that somebody follows: `label person project`, the last empty for a group. */
  readonly labelFollowers = new Map<string, true>();
  /** By kind and id of whom they show. */
  readonly pictures = new Map<string, Picture>();
  /** Where groups and projects were: by path in small letters. */
  readonly redirects = new Map<string, PlaceId>();
  /** The highest number ever given in a group (`g7`) or project (`p5`), deleted items included. */
  readonly lastIids = new Map<string, number>();
  notes: readonly NoteRow[] = [];
  events: readonly EventRow[] = [];
  noteChanges: readonly NoteChange[] = [];
  /** What is still to be done. */
  jobs: readonly Job[] = [];
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
    this.#now = now;
    this.#idsPerTable = idsPerTable;
    const changed = (): void => {
      if (!this.#isKept) this.#derived = null;
    };
    this.milestones = new Table(changed);
    this.items = new Table(changed);
    this.links = new LinkTable(changed);
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
  viewer(userId: number | null, now = this.now()): Viewer {
    if (userId === null) return anonymous;
    const { username, name, admin } = this.user(userId);
    const levels = new Map<number, number>();
    const projectLevels = new Map<number, number>();
    const raise = (known: Map<number, number>, id: number | null, level: number): void => {
      if (id !== null) known.set(id, Math.max(level, known.get(id) ?? 0));
    };
    for (const member of this.rolesOn(now)) {
      if (member.userId !== userId) continue;
      raise(levels, member.groupId, member.level);
      raise(projectLevels, member.projectId, member.level);
    }
    return { userId, admin, username, name, avatarUrl: null, levels, projectLevels };
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

  /** BD-05.44: the memberships that there are at this instant. */
  membersOn(now: string): MemberRow[] {
    return [...this.members.values()].filter((row) => isPresent(row, now));
  }

  /** BD-05.64: with the roles that people have at this instant by groups that are invited. */
  rolesOn(now: string): MemberRow[] {
    const members = this.membersOn(now);
    const shared = [...this.groupShares.values()].filter((row) => isPresent(row, now));
    return [
      ...members,
      ...shared.flatMap(({ withGroupId, groupId, projectId, level }) => {
        const sources = projectId === null ? [withGroupId] : this.group(withGroupId).traversalIds;
        return members
          .filter((member) => sources.includes(member.groupId ?? 0))
          .map((member) => ({ ...member, groupId, projectId, level: Math.min(level, member.level) }));
      }),
    ];
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
      timeEstimate: 0,
      isLocked: false,
      zoomLink: null,
      movedToId: null,
      milestoneId: null,
      iterationId: null,
      progress: null,
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

  /** Numbers are never reused, not even after the last item was deleted. */
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

  /** The links to the children of a parent, in the order that epics and items of projects share. */
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

  /** Links two items, without asking any rule. */
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
    const { notes, events, noteChanges, jobs } = this;
    const derived = this.derived.copy();
    return { tables: this.#tables().map((table) => new Map(table)), notes, events, noteChanges, jobs, derived };
  }

  restore({ tables, notes, events, noteChanges, jobs, derived }: Snapshot): void {
    this.#tables().forEach((table, index) => {
      table.clear();
      for (const [key, row] of tables[index] ?? []) table.set(key, row);
    });
    this.notes = notes;
    this.events = events;
    this.noteChanges = noteChanges;
    this.jobs = jobs;
    this.#derived = derived;
  }

  /** With the reactions to it. */
  deleteComment(id: number): void {
    this.comments.delete(id);
    for (const { id: award, noteId } of this.awards.values()) if (noteId === id) this.awards.delete(award);
  }

  #tables(): Map<unknown, unknown>[] {
    const { users, groups, projects, members, labels, milestones, iterations, items, links, relations } = this;
    const { mergeRequests, todos, awards, comments, timelogs, templates, versions, tokens, subscriptions } = this;
    const { pictures, trials, salesContacts, cadenceRetries } = this;
    const { labelFollowers, redirects, accessRequests, groupShares, invitations, memberLimits, lastIids, cadences } =
      this;
    return [
      ...[users, groups, projects, members, labels, milestones, iterations, items, links, relations],
      ...[mergeRequests, todos, awards, comments, timelogs, templates, versions, tokens, subscriptions],
      ...[pictures, trials, salesContacts, cadenceRetries],
      ...[labelFollowers, redirects, accessRequests, groupShares, invitations, memberLimits, lastIids, cadences],
    ] as Map<unknown, unknown>[];
  }
}

/** It does not end, or not by this instant. */
export const isPresent = ({ expiresAt }: Pick<MemberRow, 'expiresAt'>, now: string): boolean =>
  expiresAt === null || expiresAt > now.slice(0, 10);

/** Neither it has lapsed, nor would its membership have ended. */
export const isWaiting = (row: Pick<InvitationRow, 'expiresAt' | 'lapsesOn'>, now: string): boolean =>
  isPresent(row, now) && isPresent({ expiresAt: row.lapsesOn }, now);

const ownerKey = (groupId: number, projectId: number | null): string =>
  projectId === null ? `g${groupId}` : `p${projectId}`;

function found<T>(table: ReadonlyMap<number, T>, id: number): T {
  const row = table.get(id);
  if (row === undefined) throw new RangeError(`no row ${id}`);
  return row;
}

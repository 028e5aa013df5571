import type { Trial } from '@espalier/core/manage/rules';
import type { NoteChange } from '../../command/events.ts';
import type { StoredCadence } from '../../command/iteration-store.ts';
import type { Job } from '../../command/job.ts';
import type { Picture } from '../../command/picture.ts';
import type { PlaceId } from '../../command/place-store.ts';
import type {
  AwardRow,
  CommentRow,
  EventRow,
  GroupRow,
  GroupShareRow,
  InvitationRow,
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
  SalesContactRow,
  TemplateRow,
  TimelogRow,
  TodoRow,
  TokenRow,
  UserRow,
  VersionRow,
} from './rows.ts';
import { LinkTable, Table } from './tables.ts';

/** A copy of every table, to roll a change back to. */
export interface SavedTables {
  readonly tables: readonly ReadonlyMap<unknown, unknown>[];
  readonly notes: readonly NoteRow[];
  readonly events: readonly EventRow[];
  readonly noteChanges: readonly NoteChange[];
  readonly jobs: readonly Job[];
}

/** The tables of a plan in memory. Every map that is a field here is one: saved before a change and restored when it is rolled back. */
export abstract class WorldTables {
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
  readonly milestones = new Table<number, MilestoneRow>(() => this.rolledUpChanged());
  readonly cadences = new Map<number, StoredCadence>();
  /** The day on which a cadence that failed is tried again. */
  readonly cadenceRetries = new Map<number, string>();
  readonly iterations = new Map<number, IterationRow>();
  readonly items = new Table<number, ItemRow>(() => this.rolledUpChanged());
  /** By child. */
  readonly links = new LinkTable(() => this.rolledUpChanged());
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

  group = (id: number): GroupRow => found(this.groups, id);
  project = (id: number): ProjectRow => found(this.projects, id);
  user = (id: number): UserRow => found(this.users, id);
  item = (id: number): ItemRow => found(this.items, id);

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

  /** The links of an item, in the order in which they were made. */
  relationsOf(id: number): RelationRow[] {
    return [...this.relations.values()]
      .filter(({ sourceId, targetId }) => sourceId === id || targetId === id)
      .sort((a, b) => a.id - b.id);
  }

  /** What roll-ups and dates are counted from has changed. */
  protected abstract rolledUpChanged(): void;

  saveTables(): SavedTables {
    const { notes, events, noteChanges, jobs } = this;
    return { tables: this.#tables().map((table) => new Map(table)), notes, events, noteChanges, jobs };
  }

  protected restoreTables({ tables, notes, events, noteChanges, jobs }: SavedTables): void {
    this.#tables().forEach((table, index) => {
      table.clear();
      for (const [key, row] of tables[index] ?? []) table.set(key, row);
    });
    this.notes = notes;
    this.events = events;
    this.noteChanges = noteChanges;
    this.jobs = jobs;
  }

  #tables(): Map<unknown, unknown>[] {
    return Object.values(this).filter((value) => value instanceof Map);
  }
}

function found<T>(table: ReadonlyMap<number, T>, id: number): T {
  const row = table.get(id);
  if (row === undefined) throw new RangeError(`no row ${id}`);
  return row;
}

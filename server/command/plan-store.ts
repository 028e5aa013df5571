import type { LinkType } from '@espalier/core/link/rules';
import type { Positioned } from '@espalier/core/tree/rules';
import type { ReferenceKind, WorkItemType } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import type { AccessRequestStore } from './access-request-store.ts';
import type { Delta, RollupRow } from './contribution.ts';
import type { Events, NoteChange } from './events.ts';
import type { GroupShareStore } from './group-share-store.ts';
import type { InvitationStore } from './invitation-store.ts';
import type { Item, ItemFields, Named, NewItem, Owner } from './item.ts';
import type { IterationStore } from './iteration-store.ts';
import type { LabelStore } from './label-store.ts';
import type { MemberStore } from './member-store.ts';
import type { MentionStore } from './mention-store.ts';
import type { MilestoneStore } from './milestone-store.ts';
import type { NoteStore } from './note-store.ts';
import type { PlaceId, PlaceStore } from './place-store.ts';
import type { PictureStore } from './picture.ts';
import type { TemplateStore } from './template-store.ts';
import type { TrialStore } from './trial-store.ts';
import type { UserStore } from './user-store.ts';
import type { VersionStore } from './version-store.ts';

/**
 * Where the plan is stored, as commands see it. Methods take and return sets of rows wherever there can be many, so that the number of statements
 * in a change does not grow with the rows it concerns. There are two implementations, SQL (`store/sql`) and memory (`store/memory`); one suite of
 * tests, `store/contract`, says what both must do.
 *
 * A method that takes a viewer returns only what that viewer may read. All others return hidden rows too: they are for rules, never for display.
 */
export interface PlanStore {
  readonly items: ItemStore;
  readonly tree: TreeStore;
  readonly links: LinkStore;
  readonly labels: LabelStore;
  readonly personal: PersonalStore;
  readonly awards: AwardStore;
  readonly notes: NoteStore;
  readonly members: MemberStore;
  readonly accessRequests: AccessRequestStore;
  readonly groupShares: GroupShareStore;
  readonly invitations: InvitationStore;
  readonly trials: TrialStore;
  readonly mentions: MentionStore;
  readonly time: TimeStore;
  readonly templates: TemplateStore;
  readonly users: UserStore;
  readonly versions: VersionStore;
  readonly milestones: MilestoneStore;
  readonly iterations: IterationStore;
  readonly places: PlaceStore;
  readonly pictures: PictureStore;
  /** A readable group by full path (in any case) or id. */
  group(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined>;
  /** A readable project by full path (in any case) or id. */
  project(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined>;
  /** Writes what a change leaves behind. Nobody hears of it until the transaction commits, or ever if it is rolled back. */
  record(traces: Traces, now: string): Promise<void>;
  /** Has this done after the transaction, once, by whichever server is there. Nothing is done if it is rolled back. */
  later(jobs: readonly Job[]): Promise<void>;
  /**
   * Runs a part of a command: all of it happens or, if it throws, none of it. Inside a transaction it becomes a part of that one, which survives
   * the throw. What the store cannot hold (a text with null characters, a number out of range) is refused with 422.
   */
  transaction<T>(run: (store: PlanStore) => Promise<T>): Promise<T>;
}

/** What a change leaves behind, whatever it was. */
export interface Traces {
  /** These items were edited: their `lock_version` rises by one. An edit that is told late does not take the time of a later one back. */
  readonly edited: readonly number[];
  /** Lines of activity, in this order. */
  readonly notes: readonly SystemNote[];
  readonly authorId: number;
  /** What is announced. A database announces the lines of activity besides, each as a note. */
  readonly events: Events;
  /** What happened to comments, announced too. */
  readonly comments: readonly NoteChange[];
}

/** One line of activity: the text that follows the author's name. */
export interface SystemNote {
  readonly itemId: number;
  /** Short key for the icon and for filters, for example `title`. */
  readonly action: string;
  readonly body: string;
  /** IE-07.50: of a description that was changed, by one line for each item: both texts are kept as its versions, the one before only where there is no version yet. */
  readonly texts?: { readonly before: string | null; readonly after: string | null };
}

/** What is left for later. */
export type Job =
  | TellReleased
  | RunCadences
  | CountTasks
  | ReadMentions
  | EndMemberships
  | DeleteMarked
  | DeletePlace
  | DeletePerson
  | NameTrees
  | DateItems
  | MailInvitation;

/** IE-06.71: to count the tasks of items with higher ids than this one where nobody has yet. */
export interface CountTasks {
  readonly kind: 'countTasks';
  readonly after: number;
}

/** EP-06.44: to tell these children that they have lost their parent, what it was called, by whom and when. */
export interface TellReleased {
  readonly kind: 'tellReleased';
  readonly parent: Named;
  readonly childIds: readonly number[];
  readonly userId: number;
  readonly at: string;
}

/** BD-05.45: on this day, as it begins, to delete the memberships, and invitations of groups and people, that end. */
export interface EndMemberships {
  readonly kind: 'endMemberships';
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
}

/** AP-05.112: on this day to begin the deletion of what was marked a week before. */
export interface DeleteMarked {
  readonly kind: 'deleteMarked';
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
}

/** AP-14.85: on this day to look at the automatic cadences for which it is time. `first`: at a start, which says when the next ones are due even if none is now. */
export interface RunCadences {
  readonly kind: 'runCadences';
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly first?: true;
}

/** AP-05.113: to delete some items of a group or project, or, where none is left, itself. */
export interface DeletePlace {
  readonly kind: 'deletePlace';
  readonly place: PlaceId;
  /** Who has wanted it. */
  readonly userId: number;
  readonly at: string;
}

/** AP-09.103: to delete some of what a person wrote, or, where nothing is left, the account. */
export interface DeletePerson {
  readonly kind: 'deletePerson';
  readonly id: number;
  /** Who has wanted it. */
  readonly userId: number;
  readonly at: string;
}

/** BD-05.75: to send an invitation to its address. */
export interface MailInvitation {
  readonly kind: 'mailInvitation';
  readonly id: number;
  /** What the link begins with. */
  readonly baseUrl: string;
  /** From 1 on. */
  readonly attempt: number;
  /** An instant. */
  readonly notBefore?: string;
}

/** AP-05.116: to have items of a group that was moved be found by lists across its new tree. */
export interface NameTrees {
  readonly kind: 'nameTrees';
  readonly groupId: number;
}

/** AP-06.78: to have items of a milestone keep its due date. */
export interface DateItems {
  readonly kind: 'dateItems';
  readonly milestoneId: number;
}

/** EP-12.42: to find out whom texts mention. */
export interface ReadMentions {
  readonly kind: 'readMentions';
}

/** A reference as core's `parseReference` returns it. */
export interface WantedReference {
  readonly kind: ReferenceKind;
  /** Full path of the owning group or project. */
  readonly path: string;
  readonly iid: number;
}

export interface ItemStore {
  /** By id. With `forUpdate` nobody else can change these rows until the transaction ends. */
  byId(
    viewer: Viewer,
    ids: readonly number[],
    options?: { readonly forUpdate?: boolean },
  ): Promise<ReadonlyMap<number, Item>>;
  /** By the index of the reference. */
  byReference(viewer: Viewer, wanted: readonly WantedReference[]): Promise<ReadonlyMap<number, Item>>;
  /** By the id of the link to their parent (an id of the wire type EpicIssue). */
  byLink(viewer: Viewer, linkIds: readonly number[]): Promise<ReadonlyMap<number, Item>>;
  /** An epic by its group's full path. */
  epic(viewer: Viewer, groupPath: string, iid: number): Promise<Item | undefined>;
  /** An item of a project by the project's full path. */
  ofProject(viewer: Viewer, projectPath: string, iid: number): Promise<Item | undefined>;
  named(ids: readonly number[]): Promise<ReadonlyMap<number, Named>>;
  /**
   * The next number in a group (for epics) or project (for everything else). Numbers are never reused, not even those of deleted items.
   * The hierarchy lock must be held, so that two people never get the same number.
   */
  nextIid(owner: Pick<Owner, 'group_id' | 'project_id'>): Promise<number>;
  /** Returns the id. The item has no parent and no children yet. */
  insert(item: NewItem): Promise<number>;
  update(id: number, fields: ItemFields): Promise<void>;
  /** Deletes items and everything attached to them. Their children lose their parent; their numbers are not reused. */
  delete(ids: readonly number[]): Promise<void>;
  people(ids: readonly number[]): Promise<readonly Person[]>;
  /** By their usernames, in any case. */
  peopleNamed(usernames: readonly string[]): Promise<readonly Person[]>;
  /** The types of an item's direct children, each once. */
  childTypes(id: number): Promise<readonly WorkItemType[]>;
  /** Makes exactly these people the assignees, in this order. */
  assign(id: number, userIds: readonly number[]): Promise<void>;
  /** A milestone that an owner's items can have: the project's own, the group's, or one of a group above. */
  milestone(owner: Owner, id: number): Promise<{ readonly title: string } | undefined>;
  /** An iteration of an owner's group, or of a group above. */
  iteration(owner: Owner, id: number): Promise<Iteration | undefined>;
  /** The id of a milestone by its title: the project's own, else that of the nearest group. */
  milestoneTitled(owner: Owner, title: string): Promise<number | undefined>;
  /** The id of the latest iteration with the title. */
  iterationTitled(owner: Owner, title: string): Promise<number | undefined>;
}

export interface Person {
  readonly id: number;
  readonly username: string;
  /** Not blocked. */
  readonly active: boolean;
}

export interface Iteration {
  readonly title: string | null;
  readonly start_date: string;
  readonly due_date: string;
}

export interface TreeStore {
  /**
   * One lock for every change to the hierarchy or to what rolls up along it, held until the transaction ends. With it the checks of a move (depth,
   * cycles, limits) and the updates of counts and dates see one state: if two people move A under B and B under A, the second finds the first
   * one's link. Take it before reading anything that the decision depends on.
   */
  lock(): Promise<void>;
  /** From an item up to its root, nearest first. */
  ancestors(id: number): Promise<readonly Ancestor[]>;
  /** The height of each item's subtree along items of its own type: 1 for a leaf. Here and in `epicsBelow` the counts of children must be up to date. */
  heights(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** What a change of confidentiality depends on. */
  around(id: number): Promise<Around>;
  /** All epics below an epic. */
  epicsBelow(id: number): Promise<readonly (Owner & { readonly id: number })[]>;
  /** The children of these items that are not among these items themselves, each with its parent, at most so many; the oldest link first. */
  childrenOutside(
    ids: readonly number[],
    most: number,
  ): Promise<readonly { readonly parent: Named; readonly child: Named }[]>;
  /** All of them, by their parents; the oldest link first. */
  idsOutside(
    ids: readonly number[],
  ): Promise<readonly { readonly parent: Named; readonly childIds: readonly number[] }[]>;
  /** The children of a parent in their order, which epics and items of projects share. */
  siblings(parentId: number): Promise<readonly Positioned<number>[]>;
  /** Puts children under a parent. A child of another parent moves, and keeps the id of its link. */
  attach(parentId: number, children: readonly Positioned<number>[], now: string): Promise<void>;
  /** New positions for children that keep their parent. */
  reposition(children: readonly Positioned<number>[]): Promise<void>;
  release(childId: number): Promise<void>;
  /** The roll-up of each of these items. */
  rollups(ids: readonly number[]): Promise<ReadonlyMap<number, RollupRow>>;
  /** Adds deltas to their parents and to all ancestors that they count for. Returns the items whose roll-up changed, nearest first. */
  addToRollups(deltas: readonly Delta[]): Promise<readonly number[]>;
  /** Works out the dates of epics again, and climbs to their ancestors as long as a date changes. */
  inheritDates(epicIds: readonly number[]): Promise<MovedDates>;
  /** The number of direct children allowed under one parent. */
  maxChildren(): Promise<number>;
}

/** Epics whose dates changed, and the parents of these. */
export interface MovedDates {
  readonly epics: readonly number[];
  readonly parents: readonly number[];
}

export interface Ancestor {
  readonly id: number;
  readonly type: WorkItemType;
}

export interface Around {
  readonly parentType: WorkItemType | null;
  readonly parentConfidential: boolean;
  /** Does the item have direct children that are not confidential? */
  readonly hasPublicEpics: boolean;
  readonly hasPublicIssues: boolean;
}

/** A link beside the tree: the source blocks, or is related to, the target. */
export interface StoredLink {
  readonly type: Exclude<LinkType, 'is_blocked_by'>;
  readonly sourceId: number;
  readonly targetId: number;
}

export interface LinkStore {
  /** How many links each of these items has. */
  counts(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The links between one item and others, by the other item's id. */
  between(id: number, others: readonly number[]): Promise<ReadonlyMap<number, StoredLink & { readonly id: number }>>;
  /** A link by its id, if it belongs to this item. */
  find(linkId: number, itemId: number): Promise<StoredLink | undefined>;
  /** Returns the links with their ids, in the order given. */
  insert(links: readonly StoredLink[], now: string): Promise<readonly (StoredLink & { readonly id: number })[]>;
  delete(linkId: number): Promise<void>;
  /** RL-01.19: the items that are linked to these, and their parents: both show whether something is blocked. */
  neighbours(ids: readonly number[]): Promise<readonly number[]>;
}

export interface TodoCounts {
  readonly pending: number;
  readonly done: number;
}

/** People, by their ids or usernames in lower case; `membersOf`: and all members of the group or project, and of the groups above. */
export interface WantedPeople {
  readonly ids: readonly number[];
  readonly usernames: readonly string[];
  readonly membersOf: Owner | null;
}

/** What people keep for themselves. */
export interface PersonalStore {
  /** Those of them who are not blocked, each with their rights of this instant, by their ids. */
  viewers(wanted: WantedPeople, now: string): Promise<readonly Viewer[]>;
  /** Marks an item for these people, but for those who have it marked already. */
  addTodos(itemId: number, userIds: readonly number[], now: string): Promise<void>;
  /** Has these people follow an item, but for those who have decided for themselves. */
  follow(itemId: number, userIds: readonly number[]): Promise<void>;
  /** Marks an item for later and returns the id of the to-do; marking it again returns the same one. */
  addTodo(itemId: number, userId: number, now: string): Promise<number>;
  /** Ends the viewer's own to-do on an item that they may read. False: there is none. */
  finishTodo(viewer: Viewer, todoId: number, now: string): Promise<boolean>;
  /** Ends all that the viewer has pending on items that they may read. */
  finishAllTodos(viewer: Viewer, now: string): Promise<void>;
  /** The viewer's own, on items that they may read. */
  countTodos(viewer: Viewer): Promise<TodoCounts>;
  /** Ends a person's pending to-dos on an item, or one of them. */
  finishTodosOn(itemId: number, userId: number, now: string, todoId?: number): Promise<void>;
  subscribe(itemId: number, userId: number, subscribed: boolean): Promise<void>;
  /** Toggles the viewer's subscription (EP-13.40: those who take part in the item follow it until they decide otherwise). Returns whether they are subscribed now. */
  toggleSubscription(viewer: Viewer, itemId: number): Promise<boolean>;
}

/** A reaction to an item. */
/** What a reaction is to: an item or a note; the other is null. */
export type Awardable =
  { readonly itemId: number; readonly noteId: null } | { readonly itemId: null; readonly noteId: number };

export interface GivenAward {
  readonly userId: number;
  readonly name: string;
}

export interface Award extends GivenAward {
  readonly id: number;
}

export interface AwardStore {
  /** Returns the id; null: the person has given this one already. */
  add(on: Awardable, award: GivenAward, now: string): Promise<number | null>;
  /** Gives another item the reactions of one. */
  copy(fromItem: number, toItem: number): Promise<void>;
  /** False: the person has not given it. */
  remove(on: Awardable, award: GivenAward): Promise<boolean>;
  /** A reaction to this item or note, whoever gave it. */
  find(on: Awardable, id: number): Promise<Award | undefined>;
}

/** Time that was spent on an item; seconds less than zero were taken off. */
export interface Timelog {
  readonly itemId: number;
  readonly userId: number;
  readonly seconds: number;
  /** An instant. */
  readonly spentAt: string;
  readonly summary: string | null;
}

export interface TimeStore {
  /** The seconds spent on an item, of all people. */
  total(itemId: number): Promise<number>;
  /** Returns the id. */
  add(log: Timelog, now: string): Promise<number>;
}

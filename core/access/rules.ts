/** Who may see and change what (SPEC.md): one table of abilities, which the server enforces and by which the view offers. */

/** Membership roles and their numbers, as the wire gives them (`accessLevel.integerValue`). */
export const ACCESS = { GUEST: 10, REPORTER: 20, DEVELOPER: 30, MAINTAINER: 40, OWNER: 50 } as const;

export type AccessLevel = (typeof ACCESS)[keyof typeof ACCESS];

/** Who sees a group or project without being a member: everybody, every signed-in user, nobody. */
export type Visibility = 'public' | 'internal' | 'private';

/** Ids are compared with `===` only: all of one kind (database ids or global ids) within one call. */
export type AccessId = string | number;

export interface Viewer {
  readonly id: AccessId;
  /** Administrators may do everything, without membership. */
  readonly admin: boolean;
}

export interface ItemAccess {
  /** `issue` stands for every item that a project owns. */
  readonly kind: 'epic' | 'issue';
  readonly confidential: boolean;
  readonly authorId: AccessId | null;
  readonly assigneeIds: readonly AccessId[];
  /** Its author is banned. */
  readonly hidden?: boolean;
}

/** What is asked about: a viewer and a group or project, and for an item's abilities the item in it. */
export interface AccessSubject {
  /** Null: not signed in. */
  readonly viewer: Viewer | null;
  /** The highest level over memberships of the owner and all its ancestors; null without any. */
  readonly accessLevel: number | null;
  /** Of the group or project that owns the item. */
  readonly visibility: Visibility;
  /** The project is archived. */
  readonly archived?: boolean;
  readonly item?: ItemAccess;
}

/** What lets a viewer use an ability. Reading the owner, and the item if there is one, always comes first. */
interface Grant {
  /** Least membership level; `reader`: reading is enough; `signedIn`: reading and being signed in. */
  readonly least: AccessLevel | 'reader' | 'signedIn';
  /** The author may too, as a signed-in reader; `member`: only with some membership. */
  readonly author?: true | 'member';
  /** An assignee may too, as a signed-in reader. */
  readonly assignee?: true;
}

const { GUEST, REPORTER, DEVELOPER, MAINTAINER, OWNER } = ACCESS;

const GRANTS = {
  // Groups
  readGroup: { least: 'reader' },
  createSubgroup: { least: MAINTAINER },
  createProject: { least: DEVELOPER },
  adminGroup: { least: OWNER },
  adminLabel: { least: REPORTER },
  adminMilestone: { least: REPORTER },
  adminIteration: { least: REPORTER },
  adminMembers: { least: OWNER },
  adminTemplate: { least: MAINTAINER },
  adminProjectMembers: { least: MAINTAINER },
  // Epics
  readEpic: { least: 'reader' },
  readConfidentialEpic: { least: REPORTER },
  createEpic: { least: REPORTER },
  updateEpic: { least: REPORTER },
  adminEpic: { least: REPORTER },
  adminEpicRelation: { least: GUEST },
  destroyEpic: { least: OWNER },
  readInternalNote: { least: REPORTER },
  createInternalNote: { least: REPORTER },
  adminNote: { least: MAINTAINER },
  resolveNote: { least: DEVELOPER, author: true },
  // Projects
  readProject: { least: 'reader' },
  createIssue: { least: GUEST },
  adminProject: { least: MAINTAINER },
  ownProject: { least: OWNER },
  // Issues and all other items of a project
  readIssue: { least: 'reader' },
  readConfidentialIssue: { least: REPORTER, author: true, assignee: true },
  updateIssue: { least: REPORTER, author: true, assignee: true },
  adminIssue: { least: REPORTER },
  adminIssueRelation: { least: GUEST },
  setMetadataOnCreate: { least: GUEST },
  deleteWorkItem: { least: OWNER, author: 'member' },
  adminParentLink: { least: GUEST },
  // Everything that can be read
  createNote: { least: 'signedIn' },
  awardEmoji: { least: 'signedIn' },
  createTodo: { least: 'signedIn' },
  subscribe: { least: 'signedIn' },
} as const satisfies Record<string, Grant>;

export type Ability = keyof typeof GRANTS;

export const ABILITIES = Object.keys(GRANTS) as readonly Ability[];

const grantOf = (ability: Ability): Grant => GRANTS[ability];

/** The least membership level of an ability, for conditions in SQL; null if reading is enough. */
export function neededLevel(ability: Ability): AccessLevel | null {
  const { least } = grantOf(ability);
  return typeof least === 'number' ? least : null;
}

const isAdmin = (subject: AccessSubject): boolean => subject.viewer?.admin === true;

const hasLevel = (subject: AccessSubject, least: AccessLevel): boolean =>
  subject.viewer !== null && subject.accessLevel !== null && subject.accessLevel >= least;

const isAuthor = ({ viewer, item }: AccessSubject): boolean =>
  viewer !== null && item !== undefined && item.authorId === viewer.id;

const isAssignee = ({ viewer, item }: AccessSubject): boolean =>
  viewer !== null && item !== undefined && item.assigneeIds.includes(viewer.id);

/** EP-18.1: whether the group or project itself can be seen. */
export function canReadOwner(subject: AccessSubject): boolean {
  if (isAdmin(subject) || subject.visibility === 'public') return true;
  if (subject.viewer === null) return false;
  return subject.visibility === 'internal' || (subject.accessLevel !== null && subject.accessLevel >= GUEST);
}

function granted(grant: Grant, subject: AccessSubject): boolean {
  if (grant.least === 'reader') return true;
  if (grant.least === 'signedIn') return subject.viewer !== null;
  if (hasLevel(subject, grant.least)) return true;
  if (grant.assignee === true && isAssignee(subject)) return true;
  if (grant.author === true) return isAuthor(subject);
  return grant.author === 'member' && isAuthor(subject) && hasLevel(subject, GUEST);
}

/** AP-09.30: what is hidden only administrators read. EP-18.2: a confidential epic is for Reporters and above, a confidential issue also for its author and assignees. No item: nothing is confidential. */
function canReadItem(subject: AccessSubject): boolean {
  if (subject.item?.hidden === true) return false;
  if (subject.item === undefined || !subject.item.confidential) return true;
  return granted(grantOf(subject.item.kind === 'epic' ? 'readConfidentialEpic' : 'readConfidentialIssue'), subject);
}

/** EP-18.14: what an archived project leaves: reading, what is one's own, and the project itself. */
const LEFT = /^(read|subscribe|createTodo|adminProject|own)/;

export function can(ability: Ability, subject: AccessSubject): boolean {
  if (subject.archived && !LEFT.test(ability)) return false;
  if (isAdmin(subject)) return true;
  return canReadOwner(subject) && canReadItem(subject) && granted(grantOf(ability), subject);
}

export interface NoteAccess {
  readonly internal: boolean;
  readonly system: boolean;
  readonly authorId: AccessId | null;
}

/** EP-18.7: a note is read with its item; an internal one is for Reporters and above. */
export function canReadNote(subject: AccessSubject, note: Pick<NoteAccess, 'internal'>): boolean {
  const kind = subject.item?.kind === 'issue' ? 'readIssue' : 'readEpic';
  return can(kind, subject) && (!note.internal || can('readInternalNote', subject));
}

/** EP-18.7: one's own note is edited by whoever may comment, another person's by Maintainers and above, a system note by nobody. */
export function canEditNote(subject: AccessSubject, note: NoteAccess): boolean {
  if (note.system || !canReadNote(subject, note)) return false;
  const own = subject.viewer !== null && note.authorId === subject.viewer.id;
  return can(own ? 'createNote' : 'adminNote', subject);
}

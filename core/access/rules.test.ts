import type { Ability, AccessSubject, ItemAccess } from './index.ts';
import {
  ABILITIES,
  ACCESS,
  can,
  canEditNote,
  canReadNote,
  canReadOwner,
  epicPermissions,
  itemPermissions,
  neededLevel,
} from './index.ts';
import { issuePermissions, workItemPermissions } from './index.ts';

const ME = 7;
const item = (kind: 'epic' | 'issue', change: Partial<ItemAccess> = {}): ItemAccess => ({
  kind,
  confidential: false,
  authorId: 1,
  assigneeIds: [],
  ...change,
});
const member = (accessLevel: number | null, change: Partial<AccessSubject> = {}): AccessSubject => ({
  viewer: { id: ME, admin: false },
  accessLevel,
  visibility: 'private',
  ...change,
});
const anonymous = (change: Partial<AccessSubject> = {}): AccessSubject => ({
  viewer: null,
  accessLevel: null,
  visibility: 'public',
  ...change,
});
/** The lowest role that may, as a number; null if none may. */
const lowest = (ability: Ability, of: ItemAccess): number | null =>
  Object.values(ACCESS).find((level) => can(ability, member(level, { item: of }))) ?? null;

test('AP-09.30 what is hidden only administrators read, and nobody else does anything with it', () => {
  const hidden = item('issue', { hidden: true, authorId: ME, assigneeIds: [ME] });
  const mayDo = (admin: boolean) =>
    ABILITIES.filter((ability) => can(ability, member(ACCESS.OWNER, { viewer: { id: ME, admin }, item: hidden })));
  expect(mayDo(false)).toEqual([]);
  expect(mayDo(true)).toEqual(ABILITIES);
});

test('EP-18.1 owners are seen by members, or by everybody if public, or by the signed-in if internal', () => {
  const seen = (visibility: AccessSubject['visibility']) => [
    canReadOwner(anonymous({ visibility })),
    canReadOwner(member(null, { visibility })),
    canReadOwner(member(ACCESS.GUEST, { visibility })),
  ];
  expect(seen('public')).toEqual([true, true, true]);
  expect(seen('internal')).toEqual([false, true, true]);
  expect(seen('private')).toEqual([false, false, true]);
});

test('EP-18.13 groups are changed by Owners, projects by Maintainers, who sees and has them by Owners', () => {
  const least = (ability: Ability) => lowest(ability, item('issue'));
  expect([least('adminGroup'), least('adminProject'), least('ownProject')]).toEqual([50, 40, 50]);
});

test('EP-18.14 of an archived project everything is read and nothing changed, by administrators neither', () => {
  const archived = (viewer: AccessSubject['viewer']) => member(50, { viewer, archived: true, item: item('issue') });
  const left = ABILITIES.filter((ability) => can(ability, archived({ id: ME, admin: false })));
  expect(left).toEqual([
    ...['readGroup', 'adminProjectMembers', 'readEpic', 'readConfidentialEpic', 'readInternalNote', 'readProject'],
    ...['adminProject', 'ownProject', 'readIssue', 'readConfidentialIssue', 'createTodo', 'subscribe'],
  ]);
  expect(ABILITIES.filter((ability) => can(ability, archived({ id: ME, admin: true })))).toEqual(left);
  expect(can('updateIssue', member(50, { archived: false, item: item('issue') }))).toBe(true);
});

test('EP-18.2 a confidential epic is for Reporters and above, even against its author', () => {
  const secret = item('epic', { confidential: true, authorId: ME, assigneeIds: [ME] });
  expect(lowest('readEpic', secret)).toBe(ACCESS.REPORTER);
  expect(lowest('createNote', secret)).toBe(ACCESS.REPORTER);
  expect(lowest('adminEpicRelation', secret)).toBe(ACCESS.REPORTER);
  expect(can('readEpic', anonymous({ item: secret }))).toBe(false);
});

test('EP-18.2 a confidential issue is also for its author and assignees, if they see the project', () => {
  const secret = (change: Partial<ItemAccess>) => item('issue', { confidential: true, ...change });
  expect(lowest('readIssue', secret({}))).toBe(ACCESS.REPORTER);
  expect(lowest('readIssue', secret({ authorId: ME }))).toBe(ACCESS.GUEST);
  expect(lowest('readIssue', secret({ assigneeIds: [3, ME] }))).toBe(ACCESS.GUEST);
  expect(can('readIssue', member(null, { item: secret({ authorId: ME }) }))).toBe(false);
  expect(can('readIssue', member(null, { item: secret({ authorId: ME }), visibility: 'public' }))).toBe(true);
});

test.each<[Ability, number]>([
  ['readEpic', ACCESS.GUEST],
  ['adminEpicRelation', ACCESS.GUEST],
  ['createEpic', ACCESS.REPORTER],
  ['updateEpic', ACCESS.REPORTER],
  ['adminEpic', ACCESS.REPORTER],
  ['readInternalNote', ACCESS.REPORTER],
  ['createInternalNote', ACCESS.REPORTER],
  ['adminNote', ACCESS.MAINTAINER],
  ['destroyEpic', ACCESS.OWNER],
])('EP-18.3 %s on an epic needs at least %i', (ability, level) => {
  expect(lowest(ability, item('epic', { authorId: ME, assigneeIds: [ME] }))).toBe(level);
  expect(neededLevel(ability)).toBe(ability === 'readEpic' ? null : level);
});

test.each<[Ability, number, number, number]>([
  ['createIssue', ACCESS.GUEST, ACCESS.GUEST, ACCESS.GUEST],
  ['setMetadataOnCreate', ACCESS.GUEST, ACCESS.GUEST, ACCESS.GUEST],
  ['updateIssue', ACCESS.REPORTER, ACCESS.GUEST, ACCESS.GUEST],
  ['adminIssue', ACCESS.REPORTER, ACCESS.REPORTER, ACCESS.REPORTER],
  ['deleteWorkItem', ACCESS.OWNER, ACCESS.GUEST, ACCESS.OWNER],
])('EP-18.4 %s: anyone from %i, an author from %i, an assignee from %i', (ability, any, author, assignee) => {
  expect(lowest(ability, item('issue'))).toBe(any);
  expect(lowest(ability, item('issue', { authorId: ME }))).toBe(author);
  expect(lowest(ability, item('issue', { assigneeIds: [ME] }))).toBe(assignee);
});

test('EP-18.4 an author without membership may edit in a public project, but not delete', () => {
  const mine = member(null, { visibility: 'public', item: item('issue', { authorId: ME }) });
  expect(issuePermissions(mine)).toEqual({ readIssue: true, updateIssue: true, adminIssue: false, createNote: true });
  expect(workItemPermissions(mine).deleteWorkItem).toBe(false);
});

test('EP-18.5 anonymous viewers read public items and do nothing else', () => {
  const may = (of: ItemAccess) => ABILITIES.filter((ability) => can(ability, anonymous({ item: of })));
  expect(may(item('epic'))).toEqual(['readGroup', 'readEpic', 'readProject', 'readIssue']);
  expect(may(item('issue', { confidential: true }))).toEqual([]);
});

test('EP-18.5 a signed-in reader may comment, react, subscribe and make to-dos', () => {
  const reader = member(null, { visibility: 'public', item: item('epic') });
  expect(epicPermissions(reader)).toEqual({
    readEpic: true,
    readEpicIid: true,
    updateEpic: false,
    adminEpic: false,
    createEpic: false,
    destroyEpic: false,
    createNote: true,
    awardEmoji: true,
  });
  expect(can('subscribe', reader) && can('createTodo', reader)).toBe(true);
});

test('EP-18.6 an administrator may do everything', () => {
  const root: AccessSubject = {
    viewer: { id: ME, admin: true },
    accessLevel: null,
    visibility: 'private',
    item: item('epic', { confidential: true }),
  };
  expect(ABILITIES.every((ability) => can(ability, root))).toBe(true);
});

test('EP-18.7 notes: internal ones for Reporters, one’s own for whoever may comment, others’ for Maintainers, no system note', () => {
  const levels = [null, ...Object.values(ACCESS)];
  const least = (may: (subject: AccessSubject) => boolean) =>
    levels.findIndex((level) => may(member(level, { visibility: 'public', item: item('epic') })));
  const note = { internal: false, system: false, authorId: 1 };
  expect(least((subject) => canReadNote(subject, note))).toBe(0);
  expect(least((subject) => canReadNote(subject, { internal: true }))).toBe(levels.indexOf(ACCESS.REPORTER));
  expect(least((subject) => canEditNote(subject, note))).toBe(levels.indexOf(ACCESS.MAINTAINER));
  expect(least((subject) => canEditNote(subject, { ...note, authorId: ME }))).toBe(0);
  const mine = { ...note, internal: true, authorId: ME };
  expect(least((subject) => canEditNote(subject, mine))).toBe(levels.indexOf(ACCESS.REPORTER));
  expect(least((subject) => canEditNote(subject, { ...note, system: true, authorId: ME }))).toBe(-1);
  const nobody = anonymous({ item: item('epic') });
  expect([canReadNote(nobody, note), canEditNote(nobody, { ...note, authorId: null })]).toEqual([true, false]);
  const secret = member(ACCESS.GUEST, { item: item('epic', { confidential: true }) });
  expect([canReadNote(secret, note), canEditNote(secret, { ...note, authorId: ME })]).toEqual([false, false]);
  const issue = member(null, { visibility: 'public', item: item('issue', { confidential: true, authorId: ME }) });
  expect([canReadNote(issue, note), canReadNote(issue, { internal: true })]).toEqual([true, false]);
});

test('EP-18.8 a discussion is resolved by Developers, and by the author of the item', () => {
  expect([lowest('resolveNote', item('epic')), lowest('resolveNote', item('issue'))]).toEqual([30, 30]);
  expect(lowest('resolveNote', item('issue', { authorId: ME }))).toBe(ACCESS.GUEST);
  expect(lowest('resolveNote', item('issue', { assigneeIds: [ME] }))).toBe(ACCESS.DEVELOPER);
  expect(can('resolveNote', anonymous({ item: item('epic', { authorId: null }) }))).toBe(false);
});

test('EP-18.9 templates are managed by Maintainers and above', () => {
  expect(lowest('adminTemplate', item('epic'))).toBe(ACCESS.MAINTAINER);
  expect(can('adminTemplate', anonymous())).toBe(false);
});

test('EP-18.12 members of a group are managed by Owners, of a project by Maintainers and above', () => {
  expect(lowest('adminMembers', item('epic'))).toBe(ACCESS.OWNER);
  expect(lowest('adminProjectMembers', item('issue'))).toBe(ACCESS.MAINTAINER);
  expect(can('adminProjectMembers', anonymous())).toBe(false);
});

test('EP-18.3 the flags of a row follow the kind of the item', () => {
  const flags = (level: number, kind: 'epic' | 'issue') => {
    const of = item(kind);
    return itemPermissions({ ...member(level), item: of });
  };
  expect(flags(ACCESS.GUEST, 'epic')).toEqual({
    canAdmin: false,
    canAdminRelation: true,
    canUpdate: false,
    canCreate: false,
    canDestroy: false,
  });
  expect(flags(ACCESS.GUEST, 'issue').canCreate).toBe(true);
  expect(Object.values(flags(ACCESS.OWNER, 'epic'))).toEqual([true, true, true, true, true]);
});

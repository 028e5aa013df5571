import type { LinkType } from '@espalier/core/link/rules';
import type { Outcome } from '../command/outcome.ts';
import { updateEpic } from '../epic/update.ts';
import {
  eventsOf,
  everything,
  link,
  type MadeItem,
  makeEpic,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { deleteEpic } from '../work-item/delete.ts';
import { addLinks, type LinkSubject, type MadeLink, removeLink } from '../work-item/links.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const epics = (count: number) =>
  Array.from({ length: count }, () => makeEpic(world.db, { groupId: world.groups.acme })) as [MadeItem, ...MadeItem[]];
const epicOf = ({ iid }: MadeItem): LinkSubject => ({ kind: 'epic', path: 'acme', iid });
const add = (
  subject: LinkSubject,
  references: readonly string[],
  type: LinkType = 'relates_to',
): Promise<Outcome<readonly MadeLink[]>> =>
  addLinks(world.store, world.viewers.plan, { subject, type, references, origin: 'http://here' }, NOW);
const remove = (subject: LinkSubject, linkId: number) =>
  removeLink(world.store, world.viewers.plan, { subject, linkId }, NOW);

test('RL-01.5 RL-01.6 RL-01.7 RL-01.8 what is refused, with its status and words, changes nothing', async () => {
  const { db } = world;
  const [a, b, child, free] = epics(4);
  link(db, a.id, child!.id);
  db.relate('relates_to', a.id, b!.id);
  const before = everything(db);
  const refused = async (references: string[], type?: LinkType) => {
    const outcome = await add(epicOf(a), references, type);
    return outcome.ok ? null : [outcome.status, ...outcome.errors];
  };
  expect(await refused([`&${b!.iid}`])).toEqual([409, 'Epic(s) already assigned']);
  expect(await refused([`&${b!.iid}`], 'blocks')).toEqual([422, '&2 cannot be added: is already related']);
  expect(await refused([`&${a.iid}`])).toEqual([422, '&1 cannot be added: cannot be related to itself']);
  expect(await refused([`&${child!.iid}`])).toMatchObject([
    422,
    '&3 cannot be added: is a parent or child of this work item',
  ]);
  const none = (word: string) => `${word} cannot be added: no matching epic found`;
  for (const word of ['&99', 'nonsense', 'acme/api#1']) expect(await refused([word])).toEqual([404, none(word)]);
  expect(await refused([])).toEqual([404, 'Epic cannot be found.']);
  expect(await refused([`&${free!.iid}`, '&99'])).toEqual([422, none('&99')]);
  expect(everything(db)).toEqual(before);
});

test('RL-01.9 the hundred-and-first link is refused, from either side', async () => {
  const { db, groups } = world;
  const [full, other] = epics(2);
  for (let i = 0; i < 100; i += 1) db.relate('relates_to', full.id, makeEpic(db, { groupId: groups.web }).id);
  const text = 'cannot be added: This epic would exceed the maximum number of linked epics (100).';
  expect(await add(epicOf(full), [`&${other!.iid}`])).toMatchObject({ errors: [`&2 ${text}`] });
  expect(await add(epicOf(other!), [`&${full.iid}`])).toMatchObject({ errors: [`&1 ${text}`] });
});

test('RL-01.10 RL-01.17 both get a line and an event, and the parents of both an event', async () => {
  const { db, projects } = world;
  const [parent] = epics(1);
  const [a, b] = [makeIssue(db, { projectId: projects.api }), makeIssue(db, { projectId: projects.app })];
  link(db, parent.id, b.id);
  const subject = { kind: 'issue', path: 'acme/api', iid: a.iid } as const;
  const outcome = await add(subject, [`acme/web/app#${b.iid}`], 'is_blocked_by');
  expect(outcome).toMatchObject({ ok: true, value: [{ otherId: b.id }] });
  expect(notesOn(db, a.id)).toEqual(['marked this issue as blocked by acme/web/app#1']);
  expect(notesOn(db, b.id)).toEqual(['marked this issue as blocking acme/api#1']);
  expect([a, b, parent].map(({ id }) => eventsOf(db, id))).toEqual([['links'], ['links'], ['links']]);
  const linkId = outcome.ok ? (outcome.value[0]?.id ?? 0) : 0;
  expect(await remove(subject, linkId)).toMatchObject({ ok: true, value: { type: 'is_blocked_by' } });
  expect(notesOn(db, a.id).at(-1)).toBe('removed the relation with acme/web/app#1');
  expect(notesOn(db, b.id).at(-1)).toBe('removed the relation with acme/api#1');
  expect(await remove(subject, linkId)).toMatchObject({ status: 404 });
});

test('RL-01.16 a link is taken away only through an item that has it', async () => {
  const [a, b, c] = epics(3);
  const outcome = await add(epicOf(a), [`&${b!.iid}`]);
  const linkId = outcome.ok ? (outcome.value[0]?.id ?? 0) : 0;
  expect(await remove(epicOf(c!), linkId)).toMatchObject({ status: 404 });
  expect(await remove(epicOf(b!), linkId)).toMatchObject({ ok: true });
});

test('EP-18.14 a link to an item of an archived project is not taken away from the other side either', async () => {
  const [a] = epics(1);
  const issue = makeIssue(world.db, { projectId: world.projects.api });
  world.db.relate('relates_to', a.id, issue.id);
  const linkId = [...world.db.relations.keys()][0] ?? 0;
  await world.store.places.archive(world.projects.api, true);
  const before = everything(world.db);
  expect(await remove(epicOf(a), linkId)).toMatchObject({ status: 403 });
  expect(everything(world.db)).toEqual(before);
  await world.store.places.archive(world.projects.api, false);
  expect(await remove(epicOf(a), linkId)).toMatchObject({ ok: true });
});

test('RL-01.19 who is linked to what is closed or reopened gets an event, and so does the parent', async () => {
  const { db, projects, store, viewers } = world;
  const [parent, blocker, blocked] = epics(3);
  const related = makeIssue(db, { projectId: projects.api });
  link(db, parent.id, blocked!.id);
  db.relate('blocks', blocker!.id, blocked!.id);
  db.relate('relates_to', related.id, blocker!.id);
  for (const stateEvent of ['close', 'close', 'reopen'] as const) {
    await updateEpic(store, viewers.plan, { groupPath: 'acme', iid: blocker!.iid, patch: { stateEvent } }, NOW);
  }
  // Closing what is closed changes nothing.
  const twice = ['links', 'links'];
  expect([parent, blocked!, related].map(({ id }) => eventsOf(db, id))).toEqual([twice, twice, twice]);
});

test('RL-01.19 so do they when it is deleted, with all that goes with it', async () => {
  const { db, projects, store, viewers } = world;
  const [parent, top, below, blocked] = epics(4);
  link(db, top!.id, below!.id);
  link(db, parent.id, blocked!.id);
  const related = makeIssue(db, { projectId: projects.api });
  db.relate('blocks', top!.id, blocked!.id);
  db.relate('relates_to', related.id, below!.id);
  db.relate('relates_to', top!.id, below!.id);
  expect(await deleteEpic(store, viewers.plan, 'acme', top!.iid, NOW)).toMatchObject({ ok: true });
  expect([parent, blocked!, related, top!, below!].map(({ id }) => eventsOf(db, id))).toEqual([
    ['links'],
    ['links'],
    ['links'],
    ['deleted'],
    ['deleted'],
  ]);
});

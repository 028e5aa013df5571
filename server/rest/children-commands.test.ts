import { addLinks } from '../work-item/links.ts';
import {
  cameTo,
  childrenOf,
  everything,
  expectConsistent,
  link,
  linkOf,
  makeEpic,
  makeIssue,
  notesOn,
  parentOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { addChildren, type ChildKind, removeChild } from '../tree/children.ts';
import { Fields } from './writes/fields.ts';

/** Children that REST adds and removes, on a plan in memory. */

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const anEpic = () => makeEpic(world.db, { groupId: world.groups.acme });

const add = ({ iid }: { iid: number }, kind: ChildKind, given: unknown) =>
  cameTo(async () => {
    const fields = Fields.of({ query: {}, body: { issuable_references: given } });
    const references = fields.words('issuable_references') ?? [];
    const input = { groupPath: 'acme', iid, kind, references, origin: 'http://here' };
    return addChildren(world.store, world.viewers.plan, input, NOW);
  });

test('an issue has one epic: adding it to another one moves it', async () => {
  const { db, projects } = world;
  const [from, to] = [anEpic(), anEpic()];
  const issue = makeIssue(db, { projectId: projects.api });
  link(db, from.id, issue.id);
  expect(await add(to, 'issue', [`api#${issue.iid}`])).toEqual([200]);
  expect(parentOf(db, issue.id)).toBe(to.id);
  expectConsistent(db);
});

test('TR-09.34 more references than 1,000 at once are refused before any is read, children and links alike', async () => {
  const [parent, child] = [anEpic(), anEpic()];
  const before = everything(world.db);
  const many = (count: number) => Array.from({ length: count }, () => `&${child.iid}`).join(' ');
  const refused = [422, 'At most 1000 references can be added at once.'];
  expect(await add(parent, 'epic', [many(1001)])).toEqual(refused);
  const subject = { kind: 'epic', path: 'acme', iid: parent.iid } as const;
  const input = { subject, type: 'relates_to', references: [many(1001)], origin: 'http://here' } as const;
  expect(await cameTo(() => addLinks(world.store, world.viewers.plan, input, NOW))).toEqual(refused);
  expect(everything(world.db)).toEqual(before);
  expect(await add(parent, 'epic', [many(1000)])).toEqual([200]);
});

test('TR-09.5 TR-09.6 TR-09.7 already there 409, nothing usable 404, forbidden 422, and nothing is added', async () => {
  const { db, groups, projects } = world;
  const [grandparent, parent, child, fresh] = [anEpic(), anEpic(), anEpic(), anEpic()];
  link(db, grandparent.id, parent.id);
  link(db, parent.id, child.id);
  const secret = makeEpic(db, { groupId: groups.hidden });
  const task = makeIssue(db, { projectId: projects.api, type: 'task' });
  const issue = makeIssue(db, { projectId: projects.api });
  link(db, parent.id, issue.id);
  const before = everything(db);
  const epics = (given: unknown) => add(parent, 'epic', given);
  const issues = (given: unknown) => add(parent, 'issue', given);
  expect(await epics([`&${child.iid}`])).toEqual([409, 'Epic(s) already assigned']);
  expect(await issues([`acme/api#${issue.iid}`])).toEqual([409, 'Issue(s) already assigned']);
  const texts = (kind: ChildKind, words: string[]) =>
    words.map((word) => `${word} cannot be added: no matching ${kind} found`).join('. ');
  const none = (kind: ChildKind, ...words: string[]) => [404, texts(kind, words)];
  expect(await epics([])).toEqual([404, 'Epic cannot be found.']);
  const nothing = ['&777', 'nonsense', 'a\0b', '&99999999999'];
  expect(await epics(nothing)).toEqual(none('epic', ...nothing));
  expect(await epics([`hidden&${secret.iid}`])).toEqual(none('epic', `hidden&${secret.iid}`));
  const elsewhere = `http://elsewhere/groups/acme/-/epics/${grandparent.iid}`;
  expect(await epics([elsewhere])).toEqual(none('epic', elsewhere));
  expect(await issues([`#${issue.iid}`])).toEqual(none('issue', `#${issue.iid}`));
  expect(await issues([`acme/api#${task.iid}`])).toEqual(none('issue', `acme/api#${task.iid}`));
  expect(await epics([`&${fresh.iid}`, '&777', `&${child.iid}`])).toEqual([422, texts('epic', ['&777'])]);
  const cannot = (iid: number, why: string) => `&${iid} cannot be added: This epic cannot be added. ${why}`;
  expect(await epics([`&${parent.iid}`, `&${grandparent.iid}`])).toEqual([
    422,
    `${cannot(parent.iid, 'An epic cannot be added to itself.')} ${cannot(grandparent.iid, 'It is already an ancestor of the parent epic.')}`,
  ]);
  expect(await epics(5)).toEqual([422, 'issuable_references is invalid']);
  expect(await epics([{ a: 1 }])).toEqual([422, 'issuable_references is invalid']);
  expect(everything(db)).toEqual(before);
});

test('TR-15.5 the number of child epics is limited by the setting, counting those that come together', async () => {
  world.db.maxChildren = 1;
  const [parent, a, b] = [anEpic(), anEpic(), anEpic()];
  expect(await add(parent, 'epic', [`&${a.iid}`, `&${b.iid}`])).toEqual([
    422,
    `&${b.iid} cannot be added: This epic cannot be added. You cannot add any more epics. This epic already has maximum number of child epics.`,
  ]);
  expect(childrenOf(world.db, parent.id)).toEqual([]);
});

test('TR-13.3 TR-13.4 EP-18.14 a child epic is removed by its id, an issue by the id of its link, none of an archived project', async () => {
  const { db, projects, viewers } = world;
  const [parent, child] = [anEpic(), anEpic()];
  const issue = makeIssue(db, { projectId: projects.api });
  link(db, parent.id, child.id);
  link(db, parent.id, issue.id);
  const linkId = linkOf(db, issue.id);
  const takeOut = async (kind: ChildKind, id: number, viewer = viewers.rep) => {
    const input = { groupPath: 'acme', iid: parent.iid, kind, id };
    return (await cameTo(() => removeChild(world.store, viewer, input, NOW)))[0];
  };
  expect(await takeOut('issue', linkId, viewers.guest)).toBe(403);
  expect(await takeOut('epic', child.id, viewers.out)).toBe(403);
  expect(await takeOut('epic', issue.id)).toBe(404);
  expect(await takeOut('issue', linkId + 1000)).toBe(404);
  await world.store.places.archive(projects.api, true);
  expect(await takeOut('issue', linkId)).toBe(403);
  await world.store.places.archive(projects.api, false);
  expect(await takeOut('issue', linkId)).toBe(200);
  expect(await takeOut('issue', linkId)).toBe(404);
  expect(await takeOut('epic', child.id, viewers.guest)).toBe(200);
  expect(childrenOf(db, parent.id)).toEqual([]);
  expect(notesOn(db, parent.id)).toEqual([`removed issue acme/api#${issue.iid}`, `removed child epic &${child.iid}`]);
  expect(notesOn(db, child.id)).toEqual([`removed parent epic &${parent.iid}`]);
  expectConsistent(db);
});

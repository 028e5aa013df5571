import { createEpic } from '../epic/create.ts';
import { updateEpic } from '../epic/update.ts';
import {
  cameTo,
  childrenOf,
  everything,
  expectConsistent,
  itemRow,
  link,
  makeEpic,
  makeIssue,
  makeLabel,
  notesOn,
  parentOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { createItem } from '../work-item/create.ts';
import { deleteEpic } from '../work-item/delete.ts';
import { Fields } from './writes/fields.ts';
import { epicFields, epicPatch, issueFields } from './writes/patches.ts';

/** What REST's fields and the commands behind them come to, on a plan in memory: rules that no SQL and no answer has a part in. */

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const fieldsOf = (body: unknown, wrapper?: string) => Fields.of({ query: {}, body }, wrapper);
const anEpic = (given: Partial<Parameters<typeof makeEpic>[1]> = {}) =>
  makeEpic(world.db, { groupId: world.groups.acme, ...given });

const create = (body: unknown, { group = 'acme', viewer = world.viewers.plan } = {}) =>
  cameTo(async () => {
    const fields = fieldsOf(body, 'epic');
    const input = { group, parentId: fields.nullableInteger('parent_id'), fields: epicFields(fields) };
    return createEpic(world.store, viewer, input, NOW);
  });

const createIssue = (body: unknown) =>
  cameTo(async () => {
    const fields = fieldsOf(body, 'issue');
    const parentId = fields.nullableInteger('epic_id');
    const input = { project: 'acme/api', type: 'issue' as const, parentId, fields: issueFields(fields) };
    return createItem(world.store, world.viewers.plan, input, NOW);
  });

const edit = ({ iid }: { iid: number }, body: unknown, { groupPath = 'acme', viewer = world.viewers.plan } = {}) =>
  cameTo(async () => {
    const fields = fieldsOf(body, 'epic');
    const parentId = fields.nullableInteger('parent_id');
    const input = { groupPath, iid, patch: epicPatch(fields), ...(parentId !== undefined && { parentId }) };
    return updateEpic(world.store, viewer, input, NOW);
  });

const remove = ({ iid }: { iid: number }, viewer = world.viewers.plan) =>
  cameTo(() => deleteEpic(world.store, viewer, 'acme', iid, NOW));

const labelsOf = (id: number) => world.db.item(id).labelIds.map((label) => world.db.labels.get(label)?.title);

describe('creating', () => {
  test.each([
    [{}, "Title can't be blank"],
    [{ title: ' \t ' }, "Title can't be blank"],
    [{ title: 'x'.repeat(256) }, 'Title is too long (maximum is 255 characters)'],
    [{ title: 'a\0b' }, 'Title is invalid'],
    [{ title: 5 }, 'title is invalid'],
    [{ title: ['a'] }, 'title is invalid'],
    [{ title: 'a', confidential: 'maybe' }, 'confidential is invalid'],
    [{ title: 'a', description: 'x\0' }, 'Description is invalid'],
    [{ title: 'a', color: 'red;}' }, 'Color must be a valid color code'],
    [{ title: 'a', start_date_fixed: '2026-02-30' }, 'Start date is invalid'],
    [{ title: 'a', label_ids: [99] }, 'Label does not exist'],
    [{ title: 'a', label_ids: 'x' }, 'label_ids is invalid'],
  ])('%j is refused and makes nothing', async (body, text) => {
    const before = everything(world.db);
    expect(await create(body)).toEqual([422, text]);
    expect(everything(world.db)).toEqual(before);
  });

  test('who may not see the group gets 404, who sees it without the role 403, nobody 401', async () => {
    const { guest, nobody } = world.viewers;
    const body = { title: 'x' };
    const statuses = [
      await create(body, { group: 'hidden' }),
      await create(body, { group: 'nowhere' }),
      await create(body, { viewer: guest }),
      await create(body, { viewer: nobody }),
    ].map(([status]) => status);
    expect(statuses).toEqual([404, 404, 403, 401]);
  });

  test('an issue for an unknown or hidden epic is not made', async () => {
    const secret = makeEpic(world.db, { groupId: world.groups.hidden });
    const before = everything(world.db);
    for (const epic_id of [secret.id, 4711]) {
      const text = `No Work Item found with ID: gid://gitlab/WorkItem/${epic_id}.`;
      expect(await createIssue({ title: 'x', epic_id })).toEqual([404, text]);
    }
    expect((await createIssue({ title: 'x', epic_id: 'abc' }))[0]).toBe(422);
    expect(everything(world.db)).toEqual(before);
  });

  test('TR-15.4 no child epic is made on an eighth level, and no number is used up', async () => {
    const { db } = world;
    const chain = [anEpic()];
    for (let level = 2; level <= 7; level += 1) {
      const next = anEpic();
      link(db, chain.at(-1)!.id, next.id);
      chain.push(next);
    }
    const before = everything(db);
    const make = (parent_id: unknown) => create({ title: 'x', parent_id });
    expect(await make(chain[6]!.id)).toEqual([
      422,
      'This epic cannot be added. One or more epics would exceed the maximum depth (7) from its most distant ancestor.',
    ]);
    expect((await make(4711))[0]).toBe(404);
    expect((await make(1e300))[0]).toBe(422);
    expect((await make('12abc'))[0]).toBe(422);
    expect(everything(db)).toEqual(before);
    expect(await make(chain[5]!.id)).toEqual([200]);
  });

  test('TR-18.3 a child of a confidential epic is confidential', async () => {
    const parent = anEpic({ confidential: true });
    expect(await create({ title: 'x', parent_id: parent.id, confidential: false })).toEqual([200]);
    const [child] = childrenOf(world.db, parent.id);
    expect(world.db.item(child ?? 0).confidential).toBe(true);
  });
});

describe('editing', () => {
  test('labels of one scope exclude one another, and an empty list removes all', async () => {
    const epic = anEpic();
    const { db, groups } = world;
    const [a, b] = [makeLabel(db, groups.acme, 'kind::a'), makeLabel(db, groups.acme, 'kind::b')];
    const after = async (body: unknown) => [await edit(epic, body), labelsOf(epic.id)];
    expect(await after({ add_label_ids: [a] })).toEqual([[200], ['kind::a']]);
    expect(await after({ add_label_ids: [b] })).toEqual([[200], ['kind::b']]);
    expect(await after({ label_ids: [] })).toEqual([[200], []]);
  });

  test('EP-08.43 blanks around the titles of labels mean nothing', async () => {
    const { db, groups } = world;
    const labels = [makeLabel(db, groups.acme, 'bug'), makeLabel(db, groups.acme, 'feature')];
    const epic = makeEpic(db, { groupId: groups.web });
    const after = async (body: unknown) => [await edit(epic, body, { groupPath: 'acme/web' }), labelsOf(epic.id)];
    expect(await after({ labels: 'bug, feature, ' })).toEqual([[200], ['bug', 'feature']]);
    expect(db.item(epic.id).labelIds).toEqual(labels);
    expect(await after({ remove_labels: 'bug , feature' })).toEqual([[200], []]);
    expect(await after({ add_labels: [' bug'] })).toEqual([[200], ['bug']]);
    expect([...db.labels.keys()]).toEqual(labels);
  });

  test('EP-07.4 switching a date back from fixed shows the inherited one again', async () => {
    const { db } = world;
    const [epic, child] = [anEpic(), anEpic({ due_date_fixed: '2026-05-05', due_date_is_fixed: true })];
    link(db, epic.id, child.id);
    const after = async (body: unknown) => [await edit(epic, body), db.datesOf(db.item(epic.id))];
    expect(await after({ due_date_is_fixed: true, due_date_fixed: '2027-01-01' })).toEqual([
      [200],
      expect.objectContaining({
        due: '2027-01-01',
        inheritedDue: expect.objectContaining({ date: '2026-05-05' }) as object,
      }),
    ]);
    expect(await after({ due_date_is_fixed: false })).toEqual([[200], expect.objectContaining({ due: '2026-05-05' })]);
    expect(await itemRow(world, epic.id)).toMatchObject({ due_date: '2026-05-05', due_date_fixed: '2027-01-01' });
    expectConsistent(db);
  });

  test('a stale lock_version is 409 with its text, and nothing changes', async () => {
    const epic = anEpic();
    world.db.change(epic.id, { lockVersion: 3 });
    const before = everything(world.db);
    expect(await edit(epic, { title: 'Mine', lock_version: 2 })).toEqual([
      409,
      'Someone edited this epic at the same time you did. Please refresh your browser and make sure your changes will not unintentionally remove theirs.',
    ]);
    expect(everything(world.db)).toEqual(before);
  });

  test('TR-18.4 an epic over public children does not become confidential', async () => {
    const { db, projects } = world;
    const [epic, child] = [anEpic(), anEpic()];
    link(db, epic.id, makeIssue(db, { projectId: projects.api }).id);
    link(db, child.id, anEpic().id);
    const refused = (what: string) => [
      422,
      `Cannot make the epic confidential if it contains non-confidential ${what}`,
    ];
    expect(await edit(epic, { confidential: true })).toEqual(refused('issues'));
    expect(await edit(child, { confidential: true })).toEqual(refused('child epics'));
  });

  test('an edit with parent_id puts the epic under another parent, and null releases it', async () => {
    const { db, viewers } = world;
    const [first, second, child] = [anEpic(), anEpic(), anEpic()];
    link(db, first.id, child.id);
    const put = (parent_id: unknown, viewer = viewers.plan) => edit(child, { title: 'Moved', parent_id }, { viewer });
    expect(await put(second.id)).toEqual([200]);
    expect(await itemRow(world, child.id)).toMatchObject({ title: 'Moved', parent_id: second.id });
    expect([childrenOf(db, first.id), childrenOf(db, second.id)]).toEqual([[], [child.id]]);
    const before = everything(db);
    for (const wrong of [child.id, 999_999, 'x', 2 ** 40]) expect([404, 422]).toContain((await put(wrong))[0]);
    expect((await put(first.id, viewers.out))[0]).toBe(403);
    expect(everything(db)).toEqual(before);
    expect(await put(null)).toEqual([200]);
    expect([parentOf(db, child.id), childrenOf(db, second.id)]).toEqual([null, []]);
    expectConsistent(db);
  });
});

describe('deleting', () => {
  test('EP-05.2 EP-05.3 descendant epics go too, their issues stay and lose their parent', async () => {
    const { db, groups, projects, viewers } = world;
    const [root, top, below] = [anEpic(), anEpic(), makeEpic(db, { groupId: groups.web })];
    const issue = makeIssue(db, { projectId: projects.app, weight: 2 });
    link(db, root.id, top.id);
    link(db, top.id, below.id);
    link(db, below.id, issue.id);
    expect((await remove(top, viewers.dev))[0]).toBe(403);
    expect(await remove(top)).toEqual([200]);
    expect([...db.items.keys()].sort((a, b) => a - b)).toEqual([root.id, issue.id]);
    expect(parentOf(db, issue.id)).toBeNull();
    expect(notesOn(db, issue.id)).toEqual([`removed from epic acme/web&${below.iid}`]);
    expectConsistent(db);
    await remove(root);
    await create({ title: 'next' });
    expect([...db.items.values()].find(({ title }) => title === 'next')?.iid).toBe(3);
  });

  test('an epic above one that the viewer may not delete stays', async () => {
    const { db, groups } = world;
    const [top, foreign] = [anEpic(), makeEpic(db, { groupId: groups.hidden })];
    link(db, top.id, foreign.id);
    expect((await remove(top))[0]).toBe(403);
    expect(parentOf(db, foreign.id)).toBe(top.id);
  });
});

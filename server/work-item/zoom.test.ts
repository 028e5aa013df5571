import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import {
  cameTo,
  everything,
  eventsOf,
  itemRow,
  type MadeItem,
  makeEpic,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { changeZoomLink } from './zoom.ts';

let world: Plan;
let issue: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app, author_id: world.users.guest });
});

const LINK = 'https://zoom.us/j/1';
const change = (link: string | null, by: keyof Plan['viewers'] = 'rep', itemId = issue.id) =>
  cameTo(() => changeZoomLink(world.store, world.viewers[by], { itemId, link }, NOW));
const kept = async () => (await itemRow(world, issue.id)).zoom_link;

test('IE-01.51 a meeting is added and removed, with notes', async () => {
  expect(await change(LINK)).toEqual([200]);
  expect(await kept()).toBe(LINK);
  expect(await change(null)).toEqual([200]);
  expect(await itemRow(world, issue.id)).toMatchObject({ zoom_link: null, lock_version: 2 });
  expect(notesOn(world.db, issue.id)).toEqual([
    'added a Zoom call to this issue',
    'removed a Zoom call from this issue',
  ]);
  expect([...new Set(eventsOf(world.db, issue.id))]).toEqual(['zoomLink']);
});

test('IE-01.51 there is one at most, its address is one, and none is removed where there is none', async () => {
  expect(await change(null)).toEqual([422, 'Failed to remove a Zoom meeting']);
  const notAdded = [422, 'Failed to add a Zoom meeting'];
  for (const link of ['', 'https://elsewhere.example/j/1', ` ${LINK}`, `${LINK} ${LINK}`]) {
    expect(await change(link)).toEqual(notAdded);
  }
  await change(LINK);
  const before = everything(world.db);
  expect(await change('https://zoom.us/j/2')).toEqual(notAdded);
  expect(everything(world.db)).toEqual(before);
});

test('IE-01.51 it is for Reporters, and epics have none', async () => {
  const { id: epic } = makeEpic(world.db, { groupId: world.groups.acme });
  const before = everything(world.db);
  expect((await change(LINK, 'guest'))[0]).toBe(403);
  expect((await change(LINK, 'plan', epic))[0]).toBe(404);
  expect((await change(LINK, 'plan', 999))[0]).toBe(404);
  expect(everything(world.db)).toEqual(before);
});

test('IE-01.52 the wire adds and removes it by the number of its issue', async () => {
  const ask = async (name: 'Create' | 'Destroy', input: object) => {
    const run = mutations[`issuableResourceLink${name}`] as Mutation<object, unknown>;
    return (
      await answerMutation(run, world.store, input, { viewer: world.viewers.rep, now: NOW, baseUrl: 'http://here' })
    ).body;
  };
  const [id, link] = [
    `gid://gitlab/Issue/${issue.id}`,
    `gid://gitlab/IncidentManagement::IssuableResourceLink/${issue.id}`,
  ];
  expect(await ask('Create', { id, link: LINK })).toEqual({ errors: [], issuableResourceLink: { id: issue.id } });
  expect(await ask('Destroy', { id: link })).toEqual({ errors: [], issuableResourceLink: null });
  expect(await kept()).toBeNull();
  expect((await ask('Destroy', { id })).errors).toHaveLength(1);
  expect(await ask('Create', { id: 'gid://gitlab/Issue/999', link: LINK })).toEqual({ errors: [hiddenText] });
});

import type { SearchedKey } from '../filter/rules.ts';
import { FakePorts, UNREACHABLE } from '../testing/ports.ts';
import {
  roadmapActions,
  selectRecentSearches,
  selectSuggestions,
  SUGGESTION_DELAY,
  SUGGESTION_ERRORS,
} from './index.ts';
import { keepSearches, RECENT_KEY, RECENT_MAX, recentSearches, withSearch } from './suggest.ts';
import { labelled, roadmapPlanner, type RoadmapPlanner, view } from './testing/answers.ts';

const asked = (key: SearchedKey, search = '') => roadmapActions.suggestionsAsked({ key, search });
const options = ({ root }: RoadmapPlanner, key: SearchedKey) =>
  selectSuggestions(root, key).options.map(({ value, title, detail }) => [value, title, detail]);
const nodes = (...list: readonly object[]) => ({ nodes: list });
const person = (username: string, name: string) => ({
  user: { id: username, name, username, avatarUrl: null, webUrl: '' },
});
const group = (parts: object) => ({ group: { id: 'gid://gitlab/Group/7', ...parts } });

test('RM-03.7 the first list comes at once, later ones after a pause, the latest only', async () => {
  const planner = await roadmapPlanner().open();
  await planner.do(asked('label'));
  expect(planner.fake.next('searchGroupLabels').variables).toEqual({ fullPath: 'acme', first: 20 });
  await planner.do(asked('label', 'b'));
  expect(planner.fake.calls.find(({ what }) => what === 'searchGroupLabels')?.cancelled).toBe(true);
  await planner.fake.clock.advance(SUGGESTION_DELAY - 1);
  await planner.do(asked('label', 'bu'));
  await planner.fake.clock.advance(SUGGESTION_DELAY - 1);
  expect(planner.count('searchGroupLabels')).toBe(1);
  await planner.fake.clock.advance(1);
  const call = planner.fake.next('searchGroupLabels');
  expect(call.variables).toMatchObject({ search: 'bu' });
  expect(selectSuggestions(planner.root, 'label').status).toBe('loading');
  const label = (title: string) => ({ id: title, title, color: '#f00', textColor: '#fff', description: null });
  await call.answer(group({ labels: nodes(label('bug'), label('bug'), label('build')) }));
  expect(options(planner, 'label')).toEqual([
    ['bug', 'bug', null],
    ['build', 'build', null],
  ]);
  expect(selectSuggestions(planner.root, 'label')).toMatchObject({ status: 'ready', search: 'bu' });
});

test('RM-03.7 tokens are looked for side by side', async () => {
  const planner = await roadmapPlanner().open();
  await planner.do(asked('author'), asked('milestone'));
  await planner.fake.next('searchGroupMilestones').answer(group({ milestones: nodes({ id: '1', title: 'v1' }) }));
  await planner.fake
    .next('searchGroupUsers')
    .answer(group({ groupMembers: nodes(person('bob', 'Bob'), { user: null }) }));
  expect(options(planner, 'milestone')).toEqual([['v1', 'v1', null]]);
  expect(options(planner, 'author')).toEqual([['bob', 'Bob', '@bob']]);
});

test.each([
  ['author', 'searchGroupUsers', 'There was a problem fetching users.'],
  ['label', 'searchGroupLabels', 'There was a problem fetching labels.'],
  ['epic', 'searchEpics', 'There was a problem fetching epics.'],
  ['milestone', 'searchGroupMilestones', SUGGESTION_ERRORS.milestone],
] as const)('RM-03.8 RL-13.1 a search for %s that fails says so', async (key, what, text) => {
  const planner = await roadmapPlanner().open();
  await planner.do(asked(key));
  await planner.fake.next(what).fail(UNREACHABLE);
  expect(planner.app.alerts).toEqual([text]);
  expect(selectSuggestions(planner.root, key)).toMatchObject({ status: 'failed', options: [] });
});

test('RM-03.9 an epic is looked for by the beginning of its number, or by its title', async () => {
  const planner = await roadmapPlanner().open();
  await planner.do(asked('epic', '&12'));
  await planner.fake.clock.advance(SUGGESTION_DELAY);
  const call = planner.fake.next('searchEpics');
  expect(call.variables).toEqual({ fullPath: 'acme', first: 20, state: 'all', iidStartsWith: '12' });
  await call.answer(group({ epics: nodes({ id: 'x', iid: '12', title: 'Twelve', reference: 'acme&12' }) }));
  expect(options(planner, 'epic')).toEqual([['12', 'Twelve', 'acme&12']]);
  await planner.do(asked('epic', 'twel'));
  await planner.fake.clock.advance(SUGGESTION_DELAY);
  expect(planner.fake.next('searchEpics').variables).toEqual({
    fullPath: 'acme',
    first: 20,
    state: 'all',
    search: 'twel',
  });
});

test('RM-03.12 the viewer is the first of the authors, typed or not', async () => {
  const user = { id: '1', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: '' };
  const planner = await roadmapPlanner().open({}, { user });
  await planner.do(asked('author'));
  expect(options(planner, 'author')).toEqual([['ada', 'Ada', '@ada']]);
  await planner.fake
    .next('searchGroupUsers')
    .answer(group({ groupMembers: nodes(person('bob', 'Bob'), person('ada', 'Ada')) }));
  expect(options(planner, 'author').map(([value]) => value)).toEqual(['ada', 'bob']);
  await planner.do(asked('author', 'b'));
  await planner.fake.clock.advance(SUGGESTION_DELAY);
  await planner.fake.next('searchGroupUsers').answer(group({ groupMembers: nodes(person('bob', 'Bob')) }));
  expect(options(planner, 'author').map(([value]) => value)).toEqual(['bob']);
  // Who plans here by a membership elsewhere is no member that the search finds.
  for (const typed of ['AD', 'Ada ', '@ad']) {
    await planner.do(asked('author', typed));
    expect(options(planner, 'author')[0]?.[0]).toBe('ada');
    await planner.fake.clock.advance(SUGGESTION_DELAY);
    await planner.fake.next('searchGroupUsers').answer(group({ groupMembers: nodes(person('adam', 'Adam')) }));
    expect(options(planner, 'author').map(([value]) => value)).toEqual(['ada', 'adam']);
  }
  const visitor = await roadmapPlanner().open();
  expect(options(visitor, 'author')).toEqual([]);
});

describe('reaction emojis', () => {
  const values = (planner: RoadmapPlanner) => options(planner, 'reaction').map(([value]) => value);
  const typed = async (planner: RoadmapPlanner, text: string) => {
    await planner.do(asked('reaction', text));
    await planner.fake.clock.advance(SUGGESTION_DELAY);
    return planner.fake.next('GET /-/autocomplete/award_emojis');
  };

  test('RL-08.1 before anything is typed the default list is there, and nothing is asked', async () => {
    const planner = await roadmapPlanner().open();
    const before = planner.fake.calls.length;
    await planner.do(asked('reaction'));
    expect(values(planner)).toEqual(['None', 'Any', 'thumbsup', 'thumbsdown', 'heart', 'tada', 'rocket', 'eyes']);
    expect(options(planner, 'reaction')[2]).toEqual(['thumbsup', '👍 thumbsup', null]);
    expect(selectSuggestions(planner.root, 'reaction').status).toBe('ready');
    expect(planner.fake.calls).toHaveLength(before);
  });

  test('RL-08.3 RL-08.2 typed, the server’s names are looked through, in its order', async () => {
    const planner = await roadmapPlanner().open();
    const call = await typed(planner, ':Car');
    await call.answer([
      { name: 'wildcard' },
      { name: 'carrot' },
      { name: 'scar' },
      { name: 'car_wash' },
      { name: 'x' },
    ]);
    expect(options(planner, 'reaction')).toEqual([
      ['carrot', '🥕 carrot', null],
      ['car_wash', 'car_wash', null],
      ['wildcard', 'wildcard', null],
      ['scar', 'scar', null],
    ]);
  });

  test('RL-08.3 a failure says so, and the default list stays', async () => {
    const planner = await roadmapPlanner().open();
    await (await typed(planner, 'x')).fail(UNREACHABLE);
    expect(planner.app.alerts).toEqual(['There was a problem fetching emojis.']);
    await planner.do(asked('reaction'));
    expect(values(planner)).toContain('thumbsup');
  });
});

describe('recent searches', () => {
  test('RM-03.10 RM-03.11 a search is kept, the last one first, each once', async () => {
    const planner = await roadmapPlanner().open();
    for (const title of ['a', 'b', 'a']) {
      await planner.do(roadmapActions.viewChanged({ view: view({ filters: labelled(title) }) }));
    }
    await planner.do(roadmapActions.viewChanged({ view: view() }));
    const kept = [labelled('a'), labelled('b')];
    expect(selectRecentSearches(planner.root)).toEqual(kept);
    expect(JSON.parse(planner.fake.stored.get(RECENT_KEY) ?? '')).toEqual(kept);
    await planner.do(roadmapActions.recentCleared());
    expect(selectRecentSearches(planner.root)).toEqual([]);
    expect(planner.fake.stored.has('epics')).toBe(false);
  });

  test('RM-03.10 what is stored is there when a roadmap is opened', async () => {
    const planner = roadmapPlanner();
    keepSearches(planner.fake.ports, [labelled('z')]);
    await planner.open();
    expect(selectRecentSearches(planner.root)).toEqual([labelled('z')]);
  });

  test('RM-03.10 garbage counts as nothing, each search for itself', () => {
    const fake = new FakePorts();
    const read = (stored: string) => {
      fake.stored.set(RECENT_KEY, stored);
      return recentSearches(fake.ports);
    };
    expect(read('{')).toEqual([]);
    expect(read('{"tokens":[]}')).toEqual([]);
    expect(read('[null, 1, "x", {}, {"tokens": 5, "search": 7}, [[]]]')).toEqual([]);
    const odd = [
      {
        tokens: [{ key: 'label', operator: '~', value: ' a ' }, { key: 'nothing', value: 'x' }, null, { key: 'epic' }],
      },
      { search: ' two  ', tokens: null },
    ];
    expect(read(JSON.stringify(odd))).toEqual([labelled('a'), { tokens: [], search: 'two' }]);
    expect(read(JSON.stringify(Array.from({ length: 50 }, (_, at) => labelled(`l${at}`))))).toHaveLength(RECENT_MAX);
    fake.storageBroken = true;
    expect(recentSearches(fake.ports)).toEqual([]);
    keepSearches(fake.ports, [labelled('a')]);
    expect(fake.logged.map(({ message }) => message)).toEqual([
      'Cannot read "epics" from the storage',
      'Cannot read "epics" from the storage',
      'Cannot write "epics" to the storage',
    ]);
  });

  test('RM-03.11 no more than ten, and nothing without a filter', () => {
    let recent = withSearch([], view().filters);
    expect(recent).toEqual([]);
    for (let at = 0; at < 12; at += 1) recent = withSearch(recent, labelled(`l${at}`));
    expect(recent).toHaveLength(RECENT_MAX);
    expect(recent[0]).toEqual(labelled('l11'));
  });
});

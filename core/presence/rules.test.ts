import type { PresentPerson } from '../ports/index.ts';
import { shownPresence, textEditors } from './rules.ts';

const person = (name: string, editing: string | null = null): PresentPerson => ({
  id: name,
  name,
  username: name.toLowerCase(),
  avatarUrl: null,
  editing,
});
const shown = (people: readonly PresentPerson[], count = people.length, noun = 'epic') =>
  shownPresence({ people, count }, noun);
const [ada, ben, cy, di, ed] = ['Ada Stone', 'Ben Hill', 'Cy', 'Di', 'Ed'].map((name) => person(name)) as [
  PresentPerson,
  PresentPerson,
  PresentPerson,
  PresentPerson,
  PresentPerson,
];

test('AP-07.64 nobody else is here', () => {
  expect(shownPresence(null, 'epic')).toBeNull();
  expect(shown([])).toBeNull();
});

test.each([
  [[ada], 1, 'Ada Stone is looking at this epic'],
  [[ada, ben], 2, 'Ada Stone and Ben Hill are looking at this epic'],
  [[ada, ben, cy], 3, 'Ada Stone and 2 others are looking at this epic'],
  [[ada], 2, 'Ada Stone and 1 other are looking at this epic'],
  [[], 1, '1 person is looking at this epic'],
  [[], 7, '7 people are looking at this epic'],
])('AP-07.64 who looks, in a sentence: %#', (people, count, text) => {
  expect(shown(people, count)).toMatchObject({ all: text, editing: null });
});

test.each([
  [[person('Ada Stone', 'TITLE')], 1, 'Ada Stone is editing the title', 'Ada Stone is editing the title'],
  [
    [person('Ada Stone', 'DESCRIPTION'), ben],
    2,
    'Ada Stone is editing the description',
    'Ada Stone is editing the description. Ben Hill is looking at this key result',
  ],
  [
    [person('Ada Stone', 'LABELS'), person('Ben Hill', 'LABELS'), cy],
    30,
    'Ada Stone and Ben Hill are editing the labels',
    'Ada Stone and Ben Hill are editing the labels. Cy and 27 others are looking at this key result',
  ],
  [
    [person('Ada Stone', 'LABELS'), person('Ben Hill', 'TITLE'), person('Cy', 'TITLE')],
    3,
    'Ada Stone and 2 others are editing this key result',
    'Ada Stone and 2 others are editing this key result',
  ],
  // Words of a newer server, and names that objects have by themselves.
  [[person('Ada Stone', 'MOOD')], 1, 'Ada Stone is editing this key result', 'Ada Stone is editing this key result'],
  [[person('Cy', 'constructor')], 1, 'Cy is editing this key result', 'Cy is editing this key result'],
])('AP-07.64 who edits what: %#', (people, count, editing, all) => {
  expect(shown(people, count, 'key result')).toMatchObject({ editing, all });
});

test('AP-07.66 three are shown, each with what they do; of the others a number, and names', () => {
  const some = shown([person('Ada Stone', 'TITLE'), ben, cy, di, ed], 5);
  expect(some?.people).toEqual([
    { id: 'Ada Stone', name: 'Ada Stone', avatarUrl: null, does: 'Ada Stone is editing the title', edits: true },
    { id: 'Ben Hill', name: 'Ben Hill', avatarUrl: null, does: 'Ben Hill is looking at this epic', edits: false },
    { id: 'Cy', name: 'Cy', avatarUrl: null, does: 'Cy is looking at this epic', edits: false },
  ]);
  expect([some?.more, some?.others]).toEqual([2, 'Di, Ed']);
  const many = Array.from({ length: 20 }, (_, index) => person(`P${index}`));
  expect(shown(many, 40)).toMatchObject({
    more: 37,
    others: `${many
      .slice(3, 13)
      .map(({ name }) => name)
      .join(', ')}, and 27 more`,
  });
  expect(shown([ada], 4)).toMatchObject({ more: 3, others: '3 more' });
  expect(shown([ada, ben, cy])).toMatchObject({ more: 0, others: '' });
});

test.each([
  [[], null],
  [[person('Ada Stone'), person('Ben Hill', 'LABELS')], null],
  [[person('Ada Stone', 'DESCRIPTION'), ben], 'Ada Stone is editing the description'],
  [[person('Ada Stone', 'TITLE'), person('Ben Hill', 'DESCRIPTION')], 'Ada Stone and Ben Hill are editing this text'],
])('IE-05.45 who else edits the text: %#', (people, text) => {
  expect([textEditors({ people, count: people.length }), textEditors(null)]).toEqual([text, null]);
});

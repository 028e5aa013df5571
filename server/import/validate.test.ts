import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fault, ImportRefused } from './faults.ts';
import { demoDataFile } from './fixtures.ts';
import type { PlanningFile } from './format.ts';
import { findJsonFault } from './json.ts';
import { readJsonFile } from './read-file.ts';
import { fileEpic, fileIssue, smallFile } from './testing-file.ts';
import { validatePlanningFile } from './validate.ts';

function faultsOf(document: unknown): Fault[] {
  try {
    validatePlanningFile(document);
    return [];
  } catch (error) {
    if (error instanceof ImportRefused) return [...error.faults];
    throw error;
  }
}
const lines = (document: unknown): string[] => faultsOf(document).map(({ path, message }) => `${path}: ${message}`);

test('the demo data and the small file are right', async () => {
  expect(lines(await readJsonFile(demoDataFile()))).toEqual([]);
  expect(lines(smallFile())).toEqual([]);
});

test('the form: every fault with its place, in one go', () => {
  const file = smallFile({
    epics: [
      fileEpic(1, { title: '', extra: 1 } as never),
      fileEpic(2, { state: 'done' as never, startDate: '1.2.2026' }),
      fileEpic(3, { closedAt: '2026-01-01T00:00:00Z', confidential: true as never }),
      fileEpic(4, { labelIds: ['label:a', 'label:a'], iid: 0 }),
    ],
    users: [{ id: 'user:ann', username: 'ann' } as never],
  });
  expect(lines(file).sort()).toEqual([
    'epics[0].title: "" must NOT have fewer than 1 characters',
    'epics[0]: has the unknown field "extra"',
    'epics[1].startDate: "1.2.2026" must match pattern "^\\d{4}-\\d{2}-\\d{2}$"',
    'epics[1].state: "done" is not one of "open", "closed"',
    'epics[2].closedAt: must be null while the state is "open", not "2026-01-01T00:00:00Z"',
    'epics[2].confidential: must be false, not true',
    'epics[3].iid: 0 must be >= 1',
    'epics[3].labelIds: names the same thing twice',
    'users[0]: lacks the field "name"',
  ]);
});

test('another version is said alone, and what is no planning file too', () => {
  expect(lines({ schemaVersion: 2, anything: true })).toEqual([
    'schemaVersion: is 2, and this Espalier reads version 1',
  ]);
  expect(lines([])).toEqual([': a list must be object']);
  expect(lines({})).toHaveLength(10);
  expect(lines({ ...smallFile(), schemaVersion: undefined })).toHaveLength(1);
});

test('references lead somewhere', () => {
  const file = smallFile({
    epics: [
      fileEpic(1, {
        parentId: 'epic:9',
        groupId: 'group:9',
        assigneeIds: ['user:ann', 'user:9'],
        reviewerIds: ['user:8'],
      }),
    ],
    issues: [
      fileIssue(1, {
        epicId: 'epic:8',
        projectId: 'project:9',
        milestoneId: 'milestone:9',
        labelIds: ['label:9'],
        approverIds: ['user:7'],
      }),
    ],
    links: [{ ...smallFile().links[0], sourceId: 'epic:7', targetId: 'issue:9' } as never],
    labels: [{ id: 'label:a', groupId: 'group:8', title: 'a', color: '#00ff00' }],
  });
  expect(lines(file)).toEqual(
    expect.arrayContaining([
      'labels[0].groupId: there is no group "group:8" in the file',
      'epics[0].groupId: there is no group "group:9" in the file',
      'epics[0].parentId: there is no epic "epic:9" in the file',
      'epics[0].assigneeIds[1]: there is no user "user:9" in the file',
      'epics[0].reviewerIds[0]: there is no user "user:8" in the file',
      'issues[0].projectId: there is no project "project:9" in the file',
      'issues[0].epicId: there is no epic "epic:8" in the file',
      'issues[0].milestoneId: there is no milestone "milestone:9" in the file',
      'issues[0].labelIds[0]: there is no label "label:9" in the file',
      'issues[0].approverIds[0]: there is no user "user:7" in the file',
      'links[0].sourceId: there is no epic or issue "epic:7" in the file',
      'links[0].targetId: there is no epic or issue "issue:9" in the file',
    ]),
  );
  expect(lines(file)).toHaveLength(12);
});

test('nothing stands twice', () => {
  const one = smallFile();
  const file = smallFile({
    users: [
      ...one.users,
      { id: 'user:anna', username: 'ANN', name: 'x' },
      { id: 'user:bob', username: 'bob2', name: 'x' },
    ],
    groups: [
      ...one.groups,
      { id: 'group:again', path: 'sub', fullPath: 'top/sub', name: 'x', parentId: 'group:top', members: [] },
    ],
    epics: [...one.epics, fileEpic(2, { id: 'epic:twin' })],
    issues: [...one.issues, fileIssue(1, { id: 'issue:twin', externalRefs: [ref, ref] })],
    labels: [...one.labels, { id: 'label:b', groupId: 'group:top', title: 'a', color: '#00ff00' }],
    milestones: [...one.milestones, { ...one.milestones[0], id: 'milestone:n' } as never],
    links: [...one.links, { ...one.links[0], id: 'link:2', sourceId: 'issue:1', targetId: 'epic:1' } as never],
  });
  expect(lines(file)).toEqual([
    'users[3].id: "user:bob" is already that of users[1]',
    'users[2].username: "ann" is already that of users[0]',
    'labels[1].title: "a" is already that of labels[0]',
    'milestones[1].iid: "1" is already that of milestones[0]',
    'epics[2].iid: "2" is already that of epics[1]',
    'issues[1].iid: "1" is already that of issues[0]',
    'links[1].targetId: "issue:1" is already that of links[0]',
    'groups[2].fullPath: "top/sub" is already that of groups[1]',
    'issues[1].externalRefs[1].key: "1" is already that of issues[1].externalRefs[0]',
  ]);
});
const ref = { system: 'x', key: '1', url: null };

test('full paths fit their parents, and projects and groups share them', () => {
  const one = smallFile();
  const file = smallFile({
    groups: [
      ...one.groups,
      { id: 'group:app', path: 'app', fullPath: 'top/sub/app', name: 'x', parentId: 'group:top/sub', members: [] },
    ],
    projects: [
      ...one.projects,
      { id: 'project:x', groupId: 'group:top', path: 'x', fullPath: 'elsewhere/x', name: 'X' },
    ],
  });
  expect(lines(file)).toEqual([
    'projects[0].fullPath: "top/sub/app" is already that of groups[2]',
    'projects[1].fullPath: is "elsewhere/x", and by its parent should be "top/x"',
  ]);
});

test('no circles, each named once; seven levels and not eight', () => {
  const ring = [
    fileEpic(1, { parentId: 'epic:3' }),
    fileEpic(2, { parentId: 'epic:1' }),
    fileEpic(3, { parentId: 'epic:2' }),
    fileEpic(4, { parentId: 'epic:4' }),
  ];
  expect(lines(smallFile({ epics: [...ring, fileEpic(5, { parentId: 'epic:1' })], issues: [], links: [] }))).toEqual([
    'epics[0].parentId: goes round in a circle: epic:1 → epic:3 → epic:2 → epic:1',
    'epics[3].parentId: goes round in a circle: epic:4 → epic:4',
  ]);
  const chain = (length: number): PlanningFile =>
    smallFile({
      epics: Array.from({ length }, (_, index) =>
        fileEpic(index + 1, { parentId: index + 1 < length ? `epic:${String(index + 2)}` : null }),
      ),
      issues: [],
      links: [],
    });
  expect(lines(chain(7))).toEqual([]);
  expect(lines(chain(8))).toEqual(['epics[0].parentId: lies 8 levels deep, and epics may have 7 levels']);
});

test('groups go round in no circle', () => {
  const file = smallFile();
  file.groups = file.groups.map((group) =>
    group.id === 'group:top' ? { ...group, parentId: 'group:top/sub' } : group,
  );
  expect(lines(file)).toContain('groups[0].parentId: goes round in a circle: group:top → group:top/sub → group:top');
});

test('days and moments exist, numbers fit, texts can be kept, nothing is linked to itself', () => {
  const file = smallFile({
    epics: [
      fileEpic(1, {
        startDate: '2026-02-29',
        dueDate: '2024-02-29',
        createdAt: '2026-13-01T00:00:00Z',
        updatedAt: '2026-01-01T24:00:00Z',
      }),
      fileEpic(2 ** 31, { id: 'epic:2', title: 'a\0b' }),
    ],
    issues: [fileIssue(1, { weight: 2 ** 40, title: '\ud83d \ude00 😀' })],
    links: [{ ...smallFile().links[0], sourceId: 'epic:1', targetId: 'epic:1' } as never],
  });
  expect(lines(file)).toEqual([
    'epics[0].startDate: "2026-02-29" is no day of the calendar',
    'epics[0].createdAt: "2026-13-01T00:00:00Z" is no moment of the calendar',
    'epics[0].updatedAt: "2026-01-01T24:00:00Z" is no moment of the calendar',
    'epics[1].iid: 2147483648 is larger than 2147483647',
    'issues[0].weight: 1099511627776 is larger than 2147483647',
    'links[0].targetId: epic:1 is linked to itself',
    'epics[1].title: holds the character NUL',
    'issues[0].title: holds half of a character',
  ]);
});

test('the limits on edits are not asked: long titles and a start after the due date are facts', () => {
  expect(
    lines(
      smallFile({
        epics: [fileEpic(1, { title: 'x'.repeat(5000), startDate: '2026-02-01', dueDate: '2020-01-01' }), fileEpic(2)],
      }),
    ),
  ).toEqual([]);
});

describe('the file itself', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'espalier-file-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const file = (content: string | Uint8Array): string => {
    writeFileSync(join(home, 'f.json'), content);
    return join(home, 'f.json');
  };

  test('what cannot be read is said', async () => {
    await expect(readJsonFile(join(home, 'none'))).rejects.toThrow(`There is no file ${join(home, 'none')}.`);
    await expect(readJsonFile(home)).rejects.toThrow(`${home} is not a file.`);
    await expect(readJsonFile(file('x'.repeat(2000)), 1000)).rejects.toThrow(
      'is too large: 1 MB, and at most 1 MB can be imported.',
    );
    await expect(readJsonFile(file(new Uint8Array([0x22, 0xff, 0x22])))).rejects.toThrow('is not a text in UTF-8.');
    await expect(readJsonFile(file('{\n  "a": 1,\n  "b" 2\n}'))).rejects.toThrow(
      'is not JSON. Line 3, column 7: "2\\n}" stands where a colon should.',
    );
    expect(await readJsonFile(file('\uFEFF{"a":"é"}'))).toEqual({ a: 'é' });
  });

  test.each([
    ['', 1, 1, 'the file ends where a value should stand'],
    ['{"a":1', 1, 7, 'the file ends where a comma or "}" should stand'],
    ['[1,]', 1, 4, '"]" stands where a value should'],
    ['{"a":1,}', 1, 8, '"}" stands where a name in double quotes should'],
    ["{'a':1}", 1, 2, '"\'a\':1}" stands where a name in double quotes or "}" should'],
    ['[1 2]', 1, 4, '"2]" stands where a comma or "]" should'],
    ['[01]', 1, 2, '"01]" stands where a value or "]" should'],
    ['["a\nb"]', 1, 2, 'a text that is not closed, or holds a line break or an unknown escape'],
    ['{}\n\n x', 3, 2, '"x" stands where nothing should'],
    ['[NaN]', 1, 2, '"NaN]" stands where a value or "]" should'],
    ['[1}', 1, 3, '"}" stands where a comma or "]" should'],
  ])('%j is not JSON at line %i, column %i', (text, line, column, message) => {
    expect(findJsonFault(text)).toEqual({ line, column, message });
  });

  test.each(['{"a":[1,2.5e-3,true,null,"\\u00e9\\n",{}],"b":[]}', ' 1 ', '"x"', '[[],[[]]]'])('%j is JSON', (text) => {
    expect(findJsonFault(text)).toBeNull();
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

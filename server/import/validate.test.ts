import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fault, ImportRefused } from './faults.ts';
import { demoDataFile } from './fixtures.ts';
import { DESCRIPTION_MAX } from '../work-item/patch.ts';
import type { FileEpic, PlanningFile } from './format.ts';
import { findJsonFault } from './json.ts';
import { memorySource } from './planning-source.ts';
import { readJsonFile, readPlanningFile } from './read-file.ts';
import { Spool } from './spool.ts';
import { fileEpic, fileIssue, smallFile } from './testing-file.ts';
import { validatePlanningFile } from './validate.ts';

async function faultsOf(document: unknown): Promise<Fault[]> {
  try {
    await validatePlanningFile(memorySource(document));
    return [];
  } catch (error) {
    if (error instanceof ImportRefused) return [...error.faults];
    throw error;
  }
}
const lines = async (document: unknown): Promise<string[]> =>
  (await faultsOf(document)).map(({ path, message }) => `${path}: ${message}`);

test('the demo data and the small file are right', async () => {
  expect(await lines(await readJsonFile(demoDataFile()))).toEqual([]);
  expect(await lines(smallFile())).toEqual([]);
});

test('RP-02.430 the form: every fault with its place, in one go', async () => {
  const file = smallFile({
    epics: [
      fileEpic(1, { title: '', extra: 1 } as never),
      fileEpic(2, { state: 'done' as never, startDate: '1.2.2026' }),
      fileEpic(3, { closedAt: '2026-01-01T00:00:00Z', confidential: true as never }),
      fileEpic(4, { labelIds: ['label:a', 'label:a'], iid: 0 }),
    ],
    users: [{ id: 'user:ann', username: 'ann' } as never],
  });
  expect((await lines(file)).sort()).toEqual([
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

test('another version is said alone, and what is no planning file too', async () => {
  expect(await lines({ schemaVersion: 2, anything: true })).toEqual([
    'schemaVersion: is 2, and this Espalier reads version 1',
  ]);
  expect(await lines([])).toEqual([': a list must be object']);
  expect(await lines({})).toHaveLength(10);
  expect(await lines({ ...smallFile(), schemaVersion: undefined })).toHaveLength(1);
});

test('references lead somewhere', async () => {
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
  expect(await lines(file)).toEqual(
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
  expect(await lines(file)).toHaveLength(12);
});

test('nothing stands twice', async () => {
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
  expect(await lines(file)).toEqual([
    'users[3].id: "user:bob" is already that of users[1]',
    'users[2].username: "ann" is already that of users[0]',
    'groups[2].fullPath: "top/sub" is already that of groups[1]',
    'labels[1].title: "a" is already that of labels[0]',
    'milestones[1].iid: "1" is already that of milestones[0]',
    'epics[2].iid: "2" is already that of epics[1]',
    'issues[1].iid: "1" is already that of issues[0]',
    'issues[1].externalRefs[1].key: "1" is already that of issues[1].externalRefs[0]',
    'links[1].targetId: "issue:1" is already that of links[0]',
  ]);
});
const ref = { system: 'x', key: '1', url: null };

test('full paths fit their parents, and projects and groups share them', async () => {
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
  expect(await lines(file)).toEqual([
    'projects[0].fullPath: "top/sub/app" is already that of groups[2]',
    'projects[1].fullPath: is "elsewhere/x", and by its parent should be "top/x"',
  ]);
});

test('no circles, each named once; seven levels and not eight', async () => {
  const ring = [
    fileEpic(1, { parentId: 'epic:3' }),
    fileEpic(2, { parentId: 'epic:1' }),
    fileEpic(3, { parentId: 'epic:2' }),
    fileEpic(4, { parentId: 'epic:4' }),
  ];
  expect(
    await lines(smallFile({ epics: [...ring, fileEpic(5, { parentId: 'epic:1' })], issues: [], links: [] })),
  ).toEqual([
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
  expect(await lines(chain(7))).toEqual([]);
  expect(await lines(chain(8))).toEqual(['epics[0].parentId: lies 8 levels deep, and epics may have 7 levels']);
});

test('BD-05.92 groups have at most 20 groups above them', async () => {
  const nested = (count: number): PlanningFile => {
    const file = smallFile({});
    const [top] = file.groups;
    if (top === undefined) throw new Error('The file has no group');
    const below = Array.from({ length: count }, (_, index) => ({
      ...top,
      id: `group:deep-${String(index + 1)}`,
      path: 'x',
      name: `Deep ${String(index + 1)}`,
      fullPath: `${top.fullPath}${'/x'.repeat(index + 1)}`,
      parentId: index === 0 ? top.id : `group:deep-${String(index)}`,
    }));
    return { ...file, groups: [...file.groups, ...below] };
  };
  const at = smallFile({}).groups.length;
  expect(await lines(nested(20))).toEqual([]);
  expect(await lines(nested(22))).toEqual([
    `groups[${String(at + 20)}].parentId: has 21 groups above it, and a group may have 20`,
    `groups[${String(at + 21)}].parentId: has 22 groups above it, and a group may have 20`,
  ]);
});

test('groups go round in no circle', async () => {
  const file = smallFile();
  file.groups = file.groups.map((group) =>
    group.id === 'group:top' ? { ...group, parentId: 'group:top/sub' } : group,
  );
  expect(await lines(file)).toContain(
    'groups[0].parentId: goes round in a circle: group:top → group:top/sub → group:top',
  );
});

test('days and moments exist, numbers fit, texts can be kept, nothing is linked to itself', async () => {
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
  expect(await lines(file)).toEqual([
    'epics[0].startDate: "2026-02-29" is no day of the calendar',
    'epics[0].createdAt: "2026-13-01T00:00:00Z" is no moment of the calendar',
    'epics[0].updatedAt: "2026-01-01T24:00:00Z" is no moment of the calendar',
    'epics[1].title: holds the character NUL',
    'epics[1].iid: 2147483648 is larger than 2147483647',
    'issues[0].weight: 1099511627776 is larger than 2147483647',
    'issues[0].title: holds half of a character',
    'links[0].targetId: epic:1 is linked to itself',
  ]);
});

test('titles and descriptions keep to the rules of the API; a start after the due date is a fact', async () => {
  const epic = (iid: number, changes: object): FileEpic => fileEpic(iid, { startDate: '2026-02-01', ...changes });
  const file = smallFile({
    epics: [
      epic(1, { title: 'x'.repeat(256), dueDate: '2020-01-01' }),
      epic(2, { title: ' \t ' }),
      epic(3, { title: ` ${'😀'.repeat(255)} `, description: 'd'.repeat(DESCRIPTION_MAX + 1) }),
      epic(4, { description: '😀'.repeat(DESCRIPTION_MAX) }),
      epic(5, { description: null }),
    ],
    links: [],
  });
  expect(await lines(file)).toEqual([
    'epics[0].title: Title is too long (maximum is 255 characters)',
    "epics[1].title: Title can't be blank",
    'epics[2].description: Description is too long (maximum is 1048576 characters)',
  ]);
  expect(await lines(smallFile({ issues: [fileIssue(1, { description: 5 as never })] }))).toEqual([
    'issues[0].description: 5 must be string,null',
  ]);
});

test('RP-02.430 a large file that is wrong everywhere is counted, not kept', async () => {
  const users = Array.from({ length: 1500 }, () => ({ id: 'user:ann', username: 'ann', name: 'Ann' }));
  const refused = validatePlanningFile(memorySource(smallFile({ users })));
  await expect(refused).rejects.toThrow(/… and 29\d\d more faults\.$/);
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

  const read = async (path: string): Promise<Spool> => {
    const spool = new Spool();
    spools.push(spool);
    await readPlanningFile(path, spool);
    return spool;
  };
  const spools: Spool[] = [];
  afterEach(async () => {
    for (const spool of spools.splice(0)) await spool.remove();
  });

  test('what cannot be read is said', async () => {
    await expect(read(join(home, 'none'))).rejects.toThrow(`There is no file ${join(home, 'none')}.`);
    await expect(read(home)).rejects.toThrow(`${home} is not a file.`);
    await expect(read(file(new Uint8Array([0x22, 0xff, 0x22])))).rejects.toThrow('is not a text in UTF-8.');
    await expect(read(file('{\n  "a": 1,\n  "b" 2\n}'))).rejects.toThrow(
      'is not JSON. Line 3, column 7: "2\\n}" stands where a colon should.',
    );
    await expect(read(file('{"epics": [], "epics": []}'))).rejects.toThrow('The file has the field "epics" twice.');
  });

  test.each(['', '{"a":1', '{"epics":[1,]}', '{"a":1,}', '[1 2]', '{"epics":[{"a":01}]}', '{}\n x', '[NaN]', '[1}'])(
    '%j is not JSON',
    async (text) => {
      await expect(read(file(text))).rejects.toThrow(/is not JSON\. Line \d+, column \d+/);
    },
  );

  test('a file is taken apart as it is read: fields, lists of any order and what should not be there', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => ({ id: index, deep: [{ a: [] }, 'é', 1.5e3, null, true] }));
    const spool = await read(
      file(
        `\uFEFF${JSON.stringify({ issues: rows, schemaVersion: 1, dataset: { name: 'x' }, epics: [], links: 5, more: [1] })}`,
      ),
    );
    expect(spool.head).toEqual({ schemaVersion: 1, dataset: { name: 'x' }, links: 5, more: [1] });
    expect([spool.length('issues'), spool.length('epics'), spool.length('links')]).toEqual([450, 0, undefined]);
    const pieces: unknown[][] = [];
    for await (const piece of spool.pieces('issues')) pieces.push([...piece]);
    expect(pieces.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(pieces.flat()).toEqual(rows);
    expect((await read(file('[{"a":1}]'))).head).toEqual([{ a: 1 }]);
    expect((await read(file('"text"'))).head).toBe('text');
  });

  test('long texts make small pieces', async () => {
    const rows = Array.from({ length: 5 }, () => ({ description: 'x'.repeat(400_000) }));
    const spool = await read(file(JSON.stringify({ issues: rows })));
    const lengths: number[] = [];
    for await (const piece of spool.pieces('issues')) lengths.push(piece.length);
    expect(lengths).toEqual([2, 2, 1]);
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

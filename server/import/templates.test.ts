import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { ImportRefused } from './faults.ts';
import type { FileTemplate } from './format.ts';
import { importDocument } from './import-planning.ts';
import { memorySource } from './planning-source.ts';
import { smallFile } from './testing-file.ts';
import { everyRow } from './testing-rows.ts';
import { validatePlanningFile } from './validate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const TOP = 'group:top';
const APP = 'project:top/sub/app';
const template = (name: string, content = 'Steps', placeId = TOP): FileTemplate => ({ placeId, name, content });
const run = (templates: FileTemplate[] | undefined, now = '2026-11-21T12:00:00Z', dryRun = false) =>
  importDocument(database, smallFile(templates && { templates }), { now, visibility: 'public', dryRun });
const rows = () =>
  database.db
    .selectFrom('description_templates as t')
    .leftJoin('groups as g', 'g.id', 't.group_id')
    .leftJoin('projects as p', 'p.id', 't.project_id')
    .select((on) => [on.fn.coalesce('g.full_path', 'p.full_path').as('place'), 't.name', 't.content'])
    .orderBy('t.id')
    .execute();

test('RP-02.441 templates are imported, the same file again changes nothing, and a newer one what it says differently', async () => {
  const file = [template('Bug.md'), template('Story', 'As a'), template('Bug', 'In the app', APP)];
  expect((await run(undefined)).templates).toBeUndefined();
  expect((await run(file, undefined, true)).templates).toEqual({ total: 3, created: 3, changed: 0 });
  expect(await rows()).toEqual([]);
  expect((await run(file)).templates).toEqual({ total: 3, created: 3, changed: 0 });
  const written = [
    { place: 'top', name: 'Bug', content: 'Steps' },
    { place: 'top', name: 'Story', content: 'As a' },
    { place: 'top/sub/app', name: 'Bug', content: 'In the app' },
  ];
  expect(await rows()).toEqual(written);
  const before = await everyRow(database.db);
  expect((await run(file, '2026-11-22T12:00:00Z')).templates).toEqual({ total: 3, created: 0, changed: 0 });
  expect(await everyRow(database.db)).toEqual(before);
  const newer = [template('BUG', 'New steps'), template('Task')];
  expect((await run(newer)).templates).toEqual({ total: 2, created: 1, changed: 1 });
  expect(await rows()).toEqual([
    { place: 'top', name: 'BUG', content: 'New steps' },
    ...written.slice(1),
    { place: 'top', name: 'Task', content: 'Steps' },
  ]);
});

test('RP-02.441 what a file says of templates has to be right', async () => {
  const faults = async (...templates: object[]): Promise<string[]> => {
    try {
      await validatePlanningFile(memorySource(smallFile({ templates: templates as FileTemplate[] })));
      return [];
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      return error.faults.map(({ path, message }) => `${path}: ${message}`);
    }
  };
  expect(await faults(template('Bug'), template('Bug', 'x', APP))).toEqual([]);
  expect(await faults({ placeId: 'epic:1', name: 'Bug' })).toEqual([
    'templates[0]: lacks the field "content"',
    'templates[0].placeId: "epic:1" must match pattern "^(group|project):.+$"',
  ]);
  expect(
    await faults(
      template('Bug'),
      template('bug.MD'),
      template('.md', ' \n'),
      template('a/b', 'x', 'group:gone'),
      template('x'.repeat(256)),
      template('Nul', 'a\0b'),
      template('a\0b'),
    ),
  ).toEqual([
    'templates[1].name: "bug" is already that of templates[0]',
    "templates[2].name: can't be blank",
    "templates[2].content: can't be blank",
    'templates[3].placeId: there is no group or project "group:gone" in the file',
    'templates[3].name: must not contain slashes or line breaks',
    'templates[4].name: is too long (maximum is 255 characters)',
    'templates[5].content: holds the character NUL',
    'templates[6].name: holds the character NUL',
  ]);
});

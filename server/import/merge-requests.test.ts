import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { ImportRefused } from './faults.ts';
import type { FileMergeRequest } from './format.ts';
import { importDocument } from './import-planning.ts';
import { makeKitchenSink } from './kitchen-sink.ts';
import { memorySource } from './planning-source.ts';
import { smallFile } from './testing-file.ts';
import { validatePlanningFile } from './validate.ts';

const NOW = '2026-11-21T12:00:00.000Z';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const request = (change: Partial<FileMergeRequest> = {}): FileMergeRequest => ({
  id: 'merge_request:1',
  iid: 7,
  projectId: 'project:top/sub/app',
  title: 'Build it',
  state: 'merged',
  authorId: 'user:ann',
  milestoneId: 'milestone:m',
  pipelineStatus: 'success',
  webUrl: 'https://code.example/top/app/7',
  itemIds: ['epic:1', 'issue:1'],
  createdAt: '2026-01-01T00:00:00Z',
  mergedAt: '2026-01-02T00:00:00Z',
  closedAt: null,
  ...change,
});
const run = (...mergeRequests: FileMergeRequest[]) =>
  importDocument(database, smallFile({ mergeRequests }), { now: NOW, visibility: 'public' });
const rows = () =>
  database.db
    .selectFrom('merge_requests as r')
    .leftJoin('merge_request_items as i', 'i.merge_request_id', 'r.id')
    .leftJoin('work_items as w', 'w.id', 'i.work_item_id')
    .select(['r.iid', 'r.title', 'r.state', 'r.pipeline_status', 'r.web_url', 'w.external_id as item'])
    .orderBy('w.external_id')
    .execute();

test('RL-03.5 merge requests of a file are imported with their items, and the same file again changes nothing', async () => {
  expect((await run(request())).mergeRequests).toEqual({ total: 1, created: 1, changed: 0 });
  const known = { iid: 7, title: 'Build it', state: 'merged', pipeline_status: 'success' };
  const web_url = 'https://code.example/top/app/7';
  const before = [
    { ...known, web_url, item: 'small:epic:1' },
    { ...known, web_url, item: 'small:issue:1' },
  ];
  expect(await rows()).toEqual(before);
  expect((await run(request())).mergeRequests).toEqual({ total: 1, created: 0, changed: 0 });
  expect(await rows()).toEqual(before);
  const newer = request({ title: 'Built', pipelineStatus: null, itemIds: ['issue:1'] });
  expect((await run(newer)).mergeRequests).toEqual({ total: 1, created: 0, changed: 1 });
  expect(await rows()).toEqual([{ ...known, title: 'Built', pipeline_status: null, web_url, item: 'small:issue:1' }]);
});

test('RL-03.5 a file may be silent about merge requests; what it says of them has to be right', async () => {
  await validatePlanningFile(memorySource(smallFile()));
  const faults = async (...mergeRequests: FileMergeRequest[]): Promise<string[]> => {
    try {
      await validatePlanningFile(memorySource(smallFile({ mergeRequests })));
      return [];
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      return error.faults.map(({ path, message }) => `${path}: ${message}`);
    }
  };
  expect(await faults(request())).toEqual([]);
  expect(
    await faults(request({ itemIds: ['epic:9'], projectId: 'project:9', mergedAt: '2026-02-30T00:00:00Z' })),
  ).toEqual([
    'mergeRequests[0].projectId: there is no project "project:9" in the file',
    'mergeRequests[0].itemIds[0]: there is no epic or issue "epic:9" in the file',
    'mergeRequests[0].mergedAt: "2026-02-30T00:00:00Z" is no moment of the calendar',
  ]);
  expect(await faults(request(), request({ id: 'merge_request:2' }))).toEqual([
    'mergeRequests[1].iid: "7" is already that of mergeRequests[0]',
  ]);
  expect(await faults(request({ pipelineStatus: 'exploded' }))).toHaveLength(1);
});

test('RL-03.5 the kitchen sink has merge requests in every state, once', async () => {
  await makeKitchenSink(database.db, NOW);
  const made = await rows();
  expect(new Set(made.map(({ state }) => state))).toEqual(new Set(['opened', 'closed', 'merged']));
  await makeKitchenSink(database.db, NOW);
  expect(await rows()).toEqual(made);
});

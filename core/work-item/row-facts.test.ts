import fc from 'fast-check';
import { columnsOf, mainFact, rowLabels, rowProgress, rowTime, stateTime, taskStatus } from './rules.ts';

const titles = (all: readonly { readonly title: string }[]) => all.map(({ title }) => title);

test('TR-07.51 three labels are shown, those with a scope first, and the rest is counted', () => {
  const labels = ['component/kubelet', 'sig/node', 'stage::beta', 'status::done', 'z'].map((title) => ({ title }));
  const { shown, more } = rowLabels(labels);
  expect(titles(shown)).toEqual(['stage::beta', 'status::done', 'component/kubelet']);
  expect(titles(more)).toEqual(['sig/node', 'z']);
  expect(rowLabels(labels.slice(0, 2))).toEqual({ shown: labels.slice(0, 2), more: [] });
});

test('TR-07.51 no label is lost or doubled', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ title: fc.string() })), (labels) => {
      const { shown, more } = rowLabels(labels);
      expect(shown.length).toBeLessThanOrEqual(3);
      expect(new Set([...shown, ...more])).toEqual(new Set(labels));
      expect(shown.length + more.length).toBe(labels.length);
    }),
  );
});

test('TR-07.52 progress is how many of the issues below are closed', () => {
  const counts = (openedIssues: number, closedIssues: number) => ({
    openedEpics: 1,
    closedEpics: 2,
    openedIssues,
    closedIssues,
  });
  expect(rowProgress(counts(2, 1))).toEqual({ percent: 33, text: '1 of 3 issues closed' });
  expect(rowProgress(counts(0, 4))?.percent).toBe(100);
  expect(rowProgress(counts(0, 0))).toBeNull();
  expect(rowProgress(null)).toBeNull();
});

describe('TR-07.50 the columns of a list', () => {
  const counts = (total: number) => [{ total: 0 }, { total }];

  test('TR-07.50 are those in which any row has something, in their order', () => {
    expect(columnsOf([{ updated: {} }, { due: {}, weight: 0 }, {}])).toEqual(['weight', 'due', 'updated']);
    expect(columnsOf([])).toEqual([]);
  });

  test('TR-07.50 nothing, an empty list and counts of 0 are not something', () => {
    const empty = { due: null, weight: undefined, counts: counts(0), health: [], assignees: { shown: [] } };
    expect(columnsOf([empty, { counts: null }])).toEqual([]);
    expect(columnsOf([empty, { counts: counts(2), health: ['on track'], assignees: { shown: ['ada'] } }])).toEqual([
      'counts',
      'health',
      'assignees',
    ]);
  });

  test('TR-07.54 where there is room for one fact it is the first of them', () => {
    const all = { due: {}, progress: {}, counts: counts(1), weight: 0 };
    expect(mainFact(all)).toBe('due');
    expect(mainFact({ ...all, due: null })).toBe('progress');
    expect(mainFact({ ...all, due: null, progress: null })).toBe('counts');
    expect(mainFact({ counts: counts(0), weight: 0 })).toBe('weight');
    expect([mainFact({ weight: null }), mainFact({})]).toEqual(['updated', 'updated']);
  });
});

test('TR-07.56 how far a checklist is stands where an epic has its counts', () => {
  const tasks = { count: 5, completed: 2 };
  expect(taskStatus(tasks)).toBe('2 of 5 checklist items completed');
  expect(columnsOf([{ tasks: null }, { tasks: null, counts: [] }])).toEqual([]);
  expect(columnsOf([{ tasks: null }, { tasks }])).toEqual(['counts']);
  expect([mainFact({ tasks, weight: 1 }), mainFact({ tasks: null, weight: 1 })]).toEqual(['counts', 'weight']);
});

describe('TR-07.55 the time of a row', () => {
  const [then, now] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];

  test('TR-07.55 is the last change; the tooltip has that of the state', () => {
    const also = `Created ${then}`;
    expect(rowTime(now, { text: 'Created', at: then })).toEqual({ what: 'Updated', at: now, also });
    expect(rowTime(now, { text: 'Created', at: null })).toEqual({ what: 'Updated', at: now });
  });

  test('TR-07.55 where the change is not known it is that of the state', () => {
    expect(rowTime(null, { text: 'Closed', at: then })).toEqual({ what: 'Closed', at: then });
    expect(rowTime(null, { text: 'Created', at: null })).toBeNull();
  });

  test('TR-07.55 says who created an item, not who closed it', () => {
    expect(stateTime({ text: 'Created', at: then }, 'Ada')).toBe(`Created by Ada ${then}`);
    expect(stateTime({ text: 'Closed', at: then }, 'Ada')).toBe(`Closed ${then}`);
    expect(stateTime({ text: 'Created', at: null }, 'Ada')).toBeUndefined();
  });
});

import fc from 'fast-check';
import { rowLabels, rowProgress } from './rules.ts';

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

import { readdirSync, readFileSync } from 'node:fs';
import type { Moment } from './testing/corpus.ts';
import { LOG_FORMAT, parseLog, replay } from './index.ts';
import { CORPUS } from './testing/corpus.ts';
import { momentsOf } from './testing/corpus-writer.ts';

const folder = 'fixtures/action-logs';
const formats = Array.from({ length: LOG_FORMAT }, (_, index) => `format-${index + 1}`);
const logs = formats.flatMap((format) =>
  readdirSync(`${folder}/${format}`)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => `${format}/${name}`),
);
const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

test('RP-03.17 every format that was ever written has logs in the corpus, the present one those of today’s sessions', () => {
  for (const format of formats) expect(logs.filter((name) => name.startsWith(`${format}/`)).length).toBeGreaterThan(2);
  expect(logs.filter((name) => name.startsWith(`format-${LOG_FORMAT}/`)).sort()).toEqual(
    Object.keys(CORPUS)
      .map((name) => `format-${LOG_FORMAT}/${name}`)
      .sort(),
  );
});

test.each(logs)('RP-03.17 %s replays and shows what it showed', (name) => {
  const log = parseLog(read(name));
  const result = replay(log);
  // After a change of reducers, or of what the state looks like: docs/action-log.md, "A new format".
  expect(result.mismatch).toBeNull();
  expect(result.hashesChecked).toBeGreaterThan(0);
  expect(result.seq).toBe(log.end.seq);
  expect(momentsOf(log)).toEqual(JSON.parse(read(name.replace('.jsonl', '.moments.json'))) as Moment[]);
});

test('RP-03.17 the corpus has logs of several segments, of a visitor, with alerts, and with open requests', () => {
  const all = logs.map((name) => ({
    segments: parseLog(read(name)).segments.length,
    moments: momentsOf(parseLog(read(name))),
  }));
  const shown = all.flatMap(({ moments }) => moments.map((moment) => moment.shown));
  expect(all.some(({ segments }) => segments > 2)).toBe(true);
  expect(shown.some(({ user }) => user === null)).toBe(true);
  expect(shown.some(({ alerts }) => alerts.length > 0)).toBe(true);
  expect(shown.some(({ rows }) => rows.length > 5)).toBe(true);
  expect(shown.some(({ pending }) => pending > 0)).toBe(true);
});

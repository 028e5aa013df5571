import { readdirSync, readFileSync } from 'node:fs';
import type { Moment } from './testing/corpus.ts';
import { LOG_FORMAT, parseLog, replay } from './index.ts';
import { CORPUS, momentsOf } from './testing/corpus.ts';

const folder = `fixtures/action-logs/format-${LOG_FORMAT}`;
const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

test('RP-03.17 every session of the corpus has its log', () => {
  expect(logs.sort()).toEqual(Object.keys(CORPUS).sort());
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

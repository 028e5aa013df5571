import fc from 'fast-check';
import { growth, LINEAR } from '../../../fixtures/steps.ts';
import { mapCaret } from './caret.ts';
import { MARKS, merge } from './merge.ts';

/** Few words and lines, so that they stand more than once. */
const line = fc.array(fc.constantFrom('a', 'b', 'the', 'x1', '-'), { maxLength: 4 }).map((words) => words.join(' '));
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
/** Lines that stand once. */
const unique = fc
  .integer({ min: 3, max: 30 })
  .map((count) => Array.from({ length: count }, (_, index) => `line ${index}`));

test('WI-08.46 what only one has changed is taken, and what both have changed alike', () => {
  fc.assert(
    fc.property(text, text, (base, other) => {
      expect(merge(base, other, base)).toEqual({ text: other, conflicts: 0, marked: other });
      expect(merge(base, base, other)).toEqual({ text: other, conflicts: 0, marked: other });
      expect(merge(base, other, other)).toEqual({ text: other, conflicts: 0, marked: other });
    }),
  );
});

test('WI-08.46 it does not matter who was first, where nothing is in conflict', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
      expect(other.conflicts).toBe(one.conflicts);
      if (one.conflicts === 0) expect(other).toEqual(one);
      else expect([one.text, other.text]).toEqual([mine, theirs]);
    }),
    { numRuns: 1000 },
  );
});

test('WI-08.46 changes of different lines stand both in the text, whatever is inserted or deleted around them', () => {
  fc.assert(
    fc.property(unique, fc.nat(), fc.nat(), fc.constantFrom('edit', 'insert', 'delete'), (lines, some, more, what) => {
      const here = some % lines.length;
      const there = more % lines.length;
      fc.pre(Math.abs(here - there) > 1);
      const mine = lines.toSpliced(here, 1, 'mine');
      const change = { edit: ['theirs'], insert: ['theirs', lines[there] ?? ''], delete: [] }[what];
      const theirs = lines.toSpliced(there, 1, ...change);
      const both = theirs.map((each) => (each === lines[here] ? 'mine' : each));
      expect(merge(lines.join('\n'), mine.join('\n'), theirs.join('\n')).text).toBe(both.join('\n'));
    }),
  );
});

test('WI-08.46 nothing that either has written is missing where both versions are written out', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const { marked, conflicts } = merge(base, mine, theirs);
      if (conflicts === 0) return;
      const old = new Set(base.split('\n'));
      const now = new Set(marked.split('\n'));
      const added = [...mine.split('\n'), ...theirs.split('\n')].filter((each) => !old.has(each) && !now.has(each));
      // A line that is not there was merged by words with one of the other version.
      for (const each of added) for (const word of each.split(' ')) expect(marked).toContain(word);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    'different words of a line',
    'The tap leaks.',
    'The big tap leaks.',
    'The tap leaks badly.',
    'The big tap leaks badly.',
  ],
  ['lines that touch', 'a\nb', 'a1\nb', 'a\nb1', 'a1\nb1'],
  [
    'a ticked task whose words change',
    '- [ ] Buy a tap',
    '- [x] Buy a tap',
    '- [ ] Buy two taps',
    '- [x] Buy two taps',
  ],
  ['one empties a line, one adds one', 'a\n\nb', 'a\n\nb\nc', '\n\nb', '\n\nb\nc'],
])('WI-08.47 %s: both changes stand', (_name, base, mine, theirs, both) => {
  expect(merge(base, mine, theirs)).toEqual({ text: both, conflicts: 0, marked: both });
});

test.each([
  ['the same word', 'a tap', 'a pipe', 'a sink', 'a pipe', 'a sink'],
  ['a line that the other has deleted', 'x\na tap\ny', 'x\na big tap\ny', 'x\ny', 'a big tap', null],
  ['both begin', '', 'mine', 'theirs', 'mine', 'theirs'],
])('WI-08.47 %s: a conflict', (_name, base, mine, theirs, here, there) => {
  const { text: merged, conflicts, marked } = merge(base, mine, theirs);
  expect([merged, conflicts]).toEqual([mine, 1]);
  const lines = [MARKS.mine, here, MARKS.between, ...(there === null ? [] : [there]), MARKS.theirs];
  expect(marked).toContain(lines.join('\n'));
});

test('WI-08.49 a long text takes no long time, nor does one that is all alike', () => {
  const long = (count: number) => {
    const lines = Array.from({ length: count }, (_, index) => `line ${index} of many`);
    const mine = lines.toSpliced(0, 1, 'mine');
    const both = mine.toSpliced(-1, 1, 'theirs');
    const { text } = merge(lines.join('\n'), mine.join('\n'), lines.toSpliced(-1, 1, 'theirs').join('\n'));
    expect(text === both.join('\n')).toBe(true);
  };
  expect(growth(long, 1_000)).toBeLessThan(LINEAR);
  const lines = (first: string, count: number) => [first, ...Array<string>(count).fill('')].join('\n');
  const alike = (count: number) =>
    expect(merge(lines('a', count), lines('b', count - 10), lines('c', count + 10)).conflicts).toBe(1);
  expect(growth(alike, 500)).toBeLessThan(LINEAR);
  const words = (first: string, count: number) => `${first} ${'word '.repeat(count)}`;
  const inOneLine = (count: number) =>
    expect(merge(words('a', count), words('b', count), `${words('a', count)}c`).conflicts).toBe(1);
  expect(growth(inOneLine, 5_000)).toBeLessThan(LINEAR);
});

test('WI-08.48 a place stays between the characters where it was, whatever others have changed elsewhere', () => {
  fc.assert(
    fc.property(unique, fc.nat(), fc.nat(), fc.nat(), (lines, some, more, offset) => {
      const [first, second] = [some % lines.length, more % lines.length];
      const own = lines.findIndex((_, index) => index !== first && index !== second);
      const changed = lines.map((each, index) => (index === first ? 'new\nlines' : index === second ? '' : each));
      const begins = (list: readonly string[]) => list.join('\n').indexOf(lines[own] ?? '');
      const inLine = offset % (lines[own] ?? '').length;
      const place = mapCaret(lines.join('\n'), changed.join('\n'), begins(lines) + inLine);
      expect(place).toBe(begins(changed) + inLine);
    }),
  );
});

test.each([
  ['before it', 'one two', 'one big two', 2, 2],
  ['behind it', 'one two', 'one big two', 6, 10],
  ['around it', 'one two three', 'one 2 three', 6, 5],
  ['all of it', 'one', '', 2, 0],
])('WI-08.48 a place where the text changes %s', (_name, before, after, place, now) => {
  expect(mapCaret(before, after, place)).toBe(now);
});

test('WI-08.49 many lines that are alike are one conflict, for comparing them would take the product of their numbers', () => {
  const lines = (count: number, word: string) =>
    `${Array.from({ length: count }, () => '| a | b |').join('\n')}\n${word}`;
  const merged = merge(lines(1_900, 'x'), lines(1_901, 'mine'), lines(1_902, 'theirs'));
  expect(merged.conflicts).toBe(1);
});

import { assert, constantFrom, property, record, string, array, tuple, nat } from 'fast-check';
import type { Edit, Edited, Trigger } from './rules.ts';
import {
  bold,
  changeBetween,
  code,
  collapsible,
  completed,
  continued,
  indent,
  isInCode,
  italic,
  link,
  list,
  outdent,
  pasted,
  placeAfter,
  quote,
  quotedName,
  strikethrough,
  table,
  tableOf,
  touchedLines,
  triggerAt,
} from './rules.ts';

/** A text with what is selected between `[` and `]`; one `|`: the caret. */
function at(text: string): Edited {
  if (!text.includes('|')) {
    const start = text.indexOf('[');
    return { text: text.replace(/[[\]]/g, ''), start, end: text.indexOf(']') - 1 };
  }
  return { text: text.replace('|', ''), start: text.indexOf('|'), end: text.indexOf('|') };
}

const shown = ({ text, start, end }: Edited): string =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

const done = (edit: Edit, text: string): string => shown(edit(at(text)));

/** Words, lines and empty lines without a mark. */
const plain = string({ unit: constantFrom('a', 'b', 'é', '😀', ' ', '\n', '.'), maxLength: 30 });

const edited = (texts = plain) =>
  tuple(texts, nat(40), nat(40)).map(([text, one, other]): Edited => {
    const [a, b] = [Math.min(one, text.length), Math.min(other, text.length)];
    return { text, start: Math.min(a, b), end: Math.max(a, b) };
  });

const messy = edited(
  string({ unit: constantFrom('a', '*', '_', '`', '>', '-', '1', '.', ' ', '[', ']', '\n', '\t'), maxLength: 40 }),
);

const TOGGLES: Readonly<Record<string, Edit>> = {
  bold,
  italic,
  strikethrough,
  code,
  quote,
  bullets: list('bullets'),
  numbers: list('numbers'),
  tasks: list('tasks'),
};

test('IE-09.30 the smallest change makes one text out of the other, and places outside of it stay with their neighbours', () => {
  expect(changeBetween('abc', 'abc')).toBeNull();
  expect(changeBetween('one two', 'one **two**')).toEqual({ from: 4, to: 7, insert: '**two**' });
  assert(
    property(plain, plain, nat(40), (before, after, place) => {
      const change = changeBetween(before, after);
      if (change === null) return before === after;
      const { from, to, insert } = change;
      const kept = Math.min(place, before.length);
      const moved = placeAfter(change, kept);
      return (
        before.slice(0, from) + insert + before.slice(to) === after &&
        moved >= 0 &&
        moved <= after.length &&
        (kept > from || moved === kept || kept >= to) &&
        (kept < to || after.slice(moved) === before.slice(kept))
      );
    }),
  );
});

test('IE-09.31 marks go around what is selected, and the same again takes them away', () => {
  expect(done(bold, 'a [word] here')).toBe('a **[word]** here');
  expect(done(bold, 'a **[word]** here')).toBe('a [word] here');
  expect(done(bold, 'a[ word ]here')).toBe('a **[word]** here');
  expect(done(italic, 'a |')).toBe('a _|_');
  expect(shown(strikethrough({ text: '~~old~~', start: 0, end: 7 }))).toBe('[old]');
  expect(done(code, 'run [ls] now')).toBe('run `[ls]` now');
  expect(done(code, '[a\nb]')).toBe('```\n[a\nb]\n```');
});

test.each(Object.keys(TOGGLES))('IE-09.31 IE-09.32 %s twice leaves the text as it was', (name) => {
  const edit = TOGGLES[name] as Edit;
  assert(property(edited(), (before) => edit(edit(before)).text === before.text));
});

test('IE-09.31 a link takes what is selected as its text, or as its address, and selects what is still to be written', () => {
  expect(shown(link({ text: 'see docs', start: 4, end: 8 }))).toBe('see [docs]([url])');
  expect(shown(link({ text: 'see ', start: 4, end: 4 }))).toBe('see [|](url)');
  expect(shown(link({ text: 'https://a.b/c', start: 0, end: 13 }))).toBe('[|](https://a.b/c)');
});

test('IE-09.32 lines are quoted, listed, numbered and made tasks; other marks change', () => {
  expect(done(quote, 'a\nb[b\nc]c\nd')).toBe('a\n> b[b\n> c]c\nd');
  expect(done(list('bullets'), '|')).toBe('- |');
  expect(done(list('bullets'), 'a|')).toBe('- a|');
  expect(done(list('numbers'), '[a\n\nb]')).toBe('1. [a\n\n2. b]');
  expect(done(list('tasks'), '  - a|')).toBe('  - [ ] a|'.replace('[ ]', '[ ]'));
  expect(done(list('bullets'), '1. a|')).toBe('- a|');
  expect(list('bullets')({ text: '- [x] done', start: 10, end: 10 }).text).toBe('- done');
});

test('IE-09.33 lines are indented by two spaces, and outdented again', () => {
  expect(done(indent, '- [a\n- b]\nc')).toBe('  - [a\n  - b]\nc');
  expect(done(outdent, '  - a|')).toBe('- a|');
  expect(done(outdent, '\ta|')).toBe('a|');
  expect(done(outdent, 'a|')).toBe('a|');
  assert(
    property(edited(), (before) => {
      const { from, to } = touchedLines(before);
      return /^ /m.test(before.text.slice(from, to)) || outdent(indent(before)).text === before.text;
    }),
    { examples: [[{ text: '\n', start: 0, end: 0 }]] },
  );
});

test('IE-09.32 IE-09.33 no line changes that is not touched, and the selection stays in the text', () => {
  const all = [...Object.values(TOGGLES), indent, outdent];
  assert(
    property(messy, nat(all.length - 1), (before, which) => {
      const { from, to } = touchedLines(before);
      const after = (all[which] as Edit)(before);
      const isBlock = after.text.includes('```');
      expect(after.start).toBeGreaterThanOrEqual(0);
      expect(after.end).toBeGreaterThanOrEqual(after.start);
      expect(after.end).toBeLessThanOrEqual(after.text.length);
      if (isBlock) return;
      expect(after.text.startsWith(before.text.slice(0, from))).toBe(true);
      expect(after.text.endsWith(before.text.slice(to))).toBe(true);
    }),
  );
});

test('IE-09.34 Enter goes on with a list, and ends it in an empty item', () => {
  const enter = (text: string) => {
    const after = continued(at(text));
    return after === null ? null : shown(after);
  };
  const item = (text: string) => continued({ text, start: text.length, end: text.length })?.text;
  expect(enter('- a|')).toBe('- a\n- |');
  expect(enter('  * a|b')).toBe('  * a\n  * |b');
  expect(enter('9. a|')).toBe('9. a\n10. |');
  expect(item('- [x] a')).toBe('- [x] a\n- [ ] ');
  expect(enter('a\n- |')).toBe('a\n|');
  expect(item('- [ ] ')).toBe('');
  expect(enter('a|')).toBeNull();
  expect(enter('|- a')).toBeNull();
  expect(continued({ text: '- ab', start: 2, end: 4 })).toBeNull();
});

test('IE-09.35 a table and a collapsible section stand on lines of their own', () => {
  expect(done(table, 'a|')).toBe('a\n\n| [header] | header |\n| ------ | ------ |\n| | |\n| | |');
  expect(done(collapsible, 'a\n[long]\nb')).toBe(
    'a\n\n<details><summary>[Click to expand]</summary>\n\nlong\n\n</details>\n\nb',
  );
});

test('IE-09.36 an address over words makes them a link', () => {
  const over = (text: string, address: string) => pasted(at(text), { text: address, rows: null })?.text;
  expect(over('see [the docs] now', 'https://a.b/c?d#e')).toBe('see [the docs](https://a.b/c?d#e) now');
  expect(over('see | now', 'https://a.b')).toBeUndefined();
  expect(over('see [the docs] now', 'no address')).toBeUndefined();
  expect(over('[https://x.y]', 'https://a.b')).toBeUndefined();
  expect(over('[a\nb]', 'https://a.b')).toBeUndefined();
});

test('IE-09.37 tables of pages and spreadsheets become Markdown', () => {
  const into = (text: string, rows: readonly (readonly string[])[] | null = null) =>
    pasted({ text: 'a\n', start: 2, end: 2 }, { text, rows })?.text;
  expect(into('n\tm\r\n1\t2\r\n')).toBe('a\n\n| n | m |\n| --- | --- |\n| 1 | 2 |\n');
  expect(into('one\ttwo')).toBeUndefined();
  expect(into('one\ttwo\nthree')).toBeUndefined();
  expect(into('x', [['a|b', 'c'], ['d\ne']])).toBe('a\n\n| a\\|b | c |\n| --- | --- |\n| d<br>e |  |\n');
  assert(
    property(array(array(string(), { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 5 }), (rows) => {
      const lines = tableOf(rows)?.split('\n') ?? [];
      return lines.length === rows.length + 1;
    }),
  );
});

const offered = (text: string): Pick<Trigger, 'kind' | 'term'> | null => {
  const { text: whole, start } = at(text);
  const trigger = triggerAt(whole, start);
  return trigger && { kind: trigger.kind, term: trigger.term };
};

test('IE-09.40 signs at the beginnings of words, and what is typed behind them', () => {
  expect(offered('@|')).toEqual({ kind: 'person', term: '' });
  expect(offered('see (@ad| there')).toEqual({ kind: 'person', term: 'ad' });
  expect(offered('#12|')).toEqual({ kind: 'issue', term: '12' });
  expect(offered('a &roof|')).toEqual({ kind: 'epic', term: 'roof' });
  expect(offered('~scope::na|')).toEqual({ kind: 'label', term: 'scope::na' });
  expect(offered('~"to d|')).toEqual({ kind: 'label', term: 'to d' });
  expect(offered('%"v 1|')).toEqual({ kind: 'milestone', term: 'v 1' });
  expect(offered(':ta|')).toEqual({ kind: 'emoji', term: 'ta' });
  expect(offered('a\n/clo|')).toEqual({ kind: 'action', term: 'clo' });
  for (const none of ['|', 'a@b|', 'and:|', 'a :|', ':)|', 'a /clo|', '# Title|', '@ada |', 'a/b|', '##|', '100%|'])
    expect(offered(none)).toBeNull();
  expect(offered(`@${'a'.repeat(20)}|`)).not.toBeNull();
  expect(offered(`@${'a'.repeat(21)}|`)).toBeNull();
  expect(offered(`x@${'a'.repeat(20)}|`)).toBeNull();
});

test('IE-09.41 nothing is offered in code', () => {
  for (const text of ['`@a|', '`` ` @a|', '```\n@a|', '```js\nx\n@a|\n```', '~~~\n```\n@a|', '> ```\n> @a|'])
    expect(offered(text)).toBeNull();
  for (const text of ['`a` @a|', '```\nx\n```\n@a|', '``` a`\n@a|', '`\n@a|']) expect(offered(text)).not.toBeNull();
  expect(isInCode('', 0)).toBe(false);
});

test('IE-09.42 what is chosen stands in place of what was typed, and nothing else changes', () => {
  const choose = (text: string, written: string) => {
    const { text: whole, start } = at(text);
    return shown(completed(whole, start, triggerAt(whole, start) as Trigger, written));
  };
  expect(choose('see @ad|', '@ada')).toBe('see @ada |');
  expect(choose('see @ad| now', '@ada')).toBe('see @ada |now');
  expect(choose('~"to d|\nb', '~"to do"')).toBe('~"to do" |\nb');
  assert(
    property(record({ before: plain, behind: plain }), ({ before, behind }) => {
      const text = `${before}\n@ab${behind}`;
      const caret = before.length + 4;
      const after = completed(text, caret, triggerAt(text, caret) as Trigger, '@abc');
      return (
        after.text.startsWith(`${before}\n@abc `.trimEnd()) &&
        after.text.endsWith(behind) &&
        after.text.length - text.length <= 2
      );
    }),
  );
});

test('IE-09.43 names that are not one word are quoted', () => {
  expect(quotedName('~', 'bug')).toBe('~bug');
  expect(quotedName('~', 'scope::name')).toBe('~scope::name');
  expect(quotedName('~', 'to do')).toBe('~"to do"');
  expect(quotedName('%', '17')).toBe('%"17"');
  expect(quotedName('%', '17.0')).toBe('%17.0');
  expect(quotedName('~', '-x-')).toBe('~"-x-"');
});

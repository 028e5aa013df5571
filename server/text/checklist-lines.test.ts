import fc from 'fast-check';
import { placesIn, withItemMoved, withoutItem } from '@espalier/core/checklist/rules';
import { renderMarkdown } from './markdown.ts';

const textOf = (description: string) => ({ description, descriptionHtml: renderMarkdown(description) });

const placeOf = (text: Parameters<typeof placesIn>[0], line: number) => placesIn(text).get(line) ?? null;

const NESTED = 'Do:\n\n- [ ] one\n  - [x] inner\n\n  more of one\n\n- note\n- [~] three';

const word = fc.constantFrom('a', 'b c', '`d`', '**e**', '');
const mark = fc.constantFrom('- [ ] ', '- [x] ', '- [~] ', '- ');
/** An item as lines, with others nested in it. */
const itemWith = (nested: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(mark, word, fc.array(nested, { maxLength: 2 }))
    .map(([before, text, inner]) => [`${before}${text}x`, ...inner.flat().map((line) => `  ${line}`)]);
const item = itemWith(itemWith(itemWith(fc.constant(['- [ ] leaf']))));
const end = fc.constantFrom('\n', '\r\n');
const source = fc
  .tuple(
    fc.constantFrom('', 'Do:'),
    fc.array(item, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '> '),
    end,
    fc.boolean(),
  )
  .map(
    ([before, items, quote, ends, ended]) =>
      [before, '', ...items.flat().map((line) => quote + line)].join(ends) + (ended ? ends : ''),
  );

/** The same below a line of text, numbered in one of the ways in which people number. */
const numbered = fc
  .tuple(
    fc.array(item, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(1, 3, 8, 98),
    fc.constantFrom(0, 1),
    fc.constantFrom('.', ')'),
    fc.constantFrom(' ', '  ', '    ', '\t'),
  )
  .map(([items, start, step, delimiter, blanks]) => {
    const lines = items.flatMap(([first = '', ...nested], at) => {
      const number = `${start + at * step}${delimiter}`;
      const column = blanks === '\t' ? 4 : number.length + blanks.length;
      return [number + blanks + first.slice(2), ...nested.map((line) => ' '.repeat(column - 2) + line)];
    });
    return [start === 1 ? 'Do:' : 'Do:\n', ...lines].join('\n');
  });

/** Its lines with no numbers and blanks. */
const plain = (text: string) => text.replace(/^(\d+)([.)])[ \t]+/gm, '1$2 ');

const withoutColumns = (html: string) => html.replace(/(-\d+):\d+(?=")/g, '$1');

/** Without what only a list with tasks has, and without what is left between items. */
const bare = (html: string) =>
  withoutColumns(html)
    .replace(/ class="task-list"| data-sourcepos="[^"]*"/g, '')
    .replace(/\s*\n\s*/g, '');

const sorted = (text: string) => text.split(/\r?\n/).sort();

describe('IE-06.60 an item is moved in its list', () => {
  test('with what is nested in it; what stands between the items stays', () => {
    const text = textOf(NESTED);
    expect([3, 4, 8, 9, 1].map((line) => placeOf(text, line))).toEqual([
      { index: 0, count: 3 },
      { index: 0, count: 1 },
      { index: 1, count: 3 },
      { index: 2, count: 3 },
      null,
    ]);
    const moved = withItemMoved(text, 3, 2);
    expect(moved?.description).toBe('Do:\n\n- note\n\n- [~] three\n- [ ] one\n  - [x] inner\n\n  more of one');
    expect(moved?.descriptionHtml).toMatch(/"3:[^]*note[^]*"5:[^]*three[^]*"6:1-9:[^]*one[^]*"7:1-7:[^]*inner/);
  });

  test('no line is lost, its HTML is what the server makes of it, and back again is as before', () => {
    fc.assert(
      fc.property(source, fc.nat(9), fc.nat(3), (description, line, to) => {
        const text = textOf(description);
        const moved = withItemMoved(text, line, to);
        const place = placeOf(text, line);
        if (moved === null) return place === null || place.index === to || to >= place.count;
        expect(sorted(moved.description)).toEqual(sorted(description));
        expect(withoutColumns(moved.descriptionHtml)).toBe(withoutColumns(renderMarkdown(moved.description)));
        const lines = [...moved.description.split('\n').keys()].map((each) => each + 1);
        const back = lines.map((each) => withItemMoved(moved, each, place?.index ?? 0)?.description);
        expect(back).toContain(description);
        return true;
      }),
    );
  });

  test('a numbered list keeps the number with which it begins, and so stays a list below a line of text', () => {
    expect(withItemMoved(textOf('Do:\n1. [ ] a\n10. [ ] b\n    - [ ] c'), 3, 0)?.description).toBe(
      'Do:\n1.  [ ] b\n    - [ ] c\n1. [ ] a',
    );
    fc.assert(
      fc.property(numbered, fc.nat(9), fc.option(fc.nat(3)), (description, line, to) => {
        const text = textOf(description);
        const after = to === null ? withoutItem(text, line) : withItemMoved(text, line, to);
        const place = placeOf(text, line);
        if (after === null) return place === null || place.index === to || (to ?? 0) >= place.count;
        const lines = sorted(plain(after.description));
        if (to === null) expect(sorted(plain(description))).toEqual(expect.arrayContaining(lines));
        else expect(lines).toEqual(sorted(plain(description)));
        if (to !== null || place?.count !== 1)
          expect(bare(after.descriptionHtml)).toBe(bare(renderMarkdown(after.description)));
        return true;
      }),
    );
  });

  test('how lines end belongs to their places', () => {
    expect(withItemMoved(textOf('- [ ] a\r\n- [ ] b'), 2, 0)?.description).toBe('- [ ] b\r\n- [ ] a');
  });

  test.each(['- 1. [ ] a\n- 2. [ ] b', '- > - [ ] a\n  > - [ ] b', 'a\n\n[ ] b'])(
    'an item that shares its line with another one stays: %j',
    (description) => {
      expect(withItemMoved(textOf(description), 1, 1)).toBeNull();
    },
  );
});

describe('IE-06.61 an item is taken out', () => {
  test('with what is nested in it', () => {
    const text = withoutItem(textOf(NESTED), 3);
    expect(text?.description).toBe('Do:\n\n\n- note\n- [~] three');
    expect(text?.descriptionHtml).not.toMatch(/one|inner/);
    expect(text && placeOf(text, 5)).toEqual({ index: 1, count: 2 });
    expect(withoutItem(textOf('- [ ] a\r\n- [ ] b'), 2)?.description).toBe('- [ ] a');
  });
});

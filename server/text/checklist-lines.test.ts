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
        const withoutColumns = (html: string) => html.replace(/(-\d+):\d+(?=")/g, '$1');
        expect(withoutColumns(moved.descriptionHtml)).toBe(withoutColumns(renderMarkdown(moved.description)));
        const lines = [...moved.description.split('\n').keys()].map((each) => each + 1);
        const back = lines.map((each) => withItemMoved(moved, each, place?.index ?? 0)?.description);
        expect(back).toContain(description);
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

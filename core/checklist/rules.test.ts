import fc from 'fast-check';
import { countBoxes, lineAt, taskOf, taskStatus, withBox, withoutMarks, withTask } from './rules.ts';

describe('IE-06.1 task lines', () => {
  test.each([
    ['- [ ] a', 'open', 'a'],
    ['* [x] b  ', 'completed', 'b'],
    ['+ [X] c', 'completed', 'c'],
    ['- [~] d', 'inapplicable', 'd'],
    ['12. [ ] e', 'open', 'e'],
    ['1) [ ]\tf', 'open', 'f'],
    ['    - [ ] g [x] h', 'open', 'g [x] h'],
    ['> > - [x] i', 'completed', 'i'],
    ['>- [ ] j', 'open', 'j'],
    ['- 1. [ ] k', 'open', 'k'],
    ['- [ ]', 'open', ''],
  ])('%j', (line, mark, text) => {
    expect(taskOf(line)).toEqual({ mark, text });
  });

  test.each(['', '[ ] a', '> [ ] a', '- [ ]a', '-[ ] a', 'a - [ ] b', '- [y] a', '- [  ] a', '1234567890. [ ] a'])(
    '%j is none',
    (line) => {
      expect(taskOf(line)).toBeNull();
    },
  );

  test('lines are counted from 1, and have no end', () => {
    expect(['a\r\nb', 'a\nb\n'].map((source) => [0, 1, 2, 3].map((line) => lineAt(source, line)))).toEqual([
      [undefined, 'a', 'b', undefined],
      [undefined, 'a', 'b', ''],
    ]);
  });
});

const word = fc.constantFrom('a', 'b c', '[x]', '- [ ]', 'ä', '');
const task = fc
  .tuple(
    fc.constantFrom('', '  ', '\t', '> ', '- '),
    fc.constantFrom('-', '*', '3.', '7)'),
    fc.constantFrom(' ', 'x', 'X'),
    word,
  )
  .map(([before, bullet, mark, text]) => `${before}${bullet} [${mark}] ${text}`);
const source = fc
  .array(fc.tuple(fc.oneof(task, word), fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 8 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

describe('IE-06.2 checking a line', () => {
  test('it alone changes, and only its mark', () => {
    fc.assert(
      fc.property(source, fc.nat(9), fc.boolean(), (text, line, checked) => {
        const after = withTask(text, line, checked);
        const mark = taskOf(lineAt(text, line) ?? '')?.mark;
        if (after === null) return mark === undefined;
        const [before, now] = [text.split('\n'), after.split('\n')];
        expect(now.map((each, at) => (at === line - 1 ? before[at] : each))).toEqual(before);
        expect(taskOf(lineAt(after, line) ?? '')).toEqual({
          ...taskOf(lineAt(text, line) ?? ''),
          mark: checked ? 'completed' : 'open',
        });
        return now.join('\n').length === text.length;
      }),
    );
  });

  test('twice is once, and back again is as before', () => {
    fc.assert(
      fc.property(source, fc.nat(9), fc.boolean(), (text, line, checked) => {
        const after = withTask(text, line, checked);
        if (after === null) return;
        expect(withTask(after, line, checked)).toBe(after);
        if (after !== text) expect(withTask(after, line, !checked)?.toLowerCase()).toBe(text.toLowerCase());
      }),
    );
  });

  test('what does not apply cannot be checked', () => {
    expect(withTask('- [~] a', 1, true)).toBeNull();
  });
});

const HTML =
  '<ul class="task-list">\n' +
  '<li class="task-list-item" data-sourcepos="1:1-1:7"><input type="checkbox" aria-label="Check: &lt;a&gt;" disabled /> a</li>\n' +
  '<li class="task-list-item" data-sourcepos="2:1-2:7">\n<p><input type="checkbox" aria-label="Check: b" disabled checked /> b data-sourcepos="3:</p></li>\n' +
  '<li class="inapplicable task-list-item" data-sourcepos="3:1-3:7"><input type="checkbox" aria-label="Check: c" disabled data-inapplicable /> <s>c</s></li>\n' +
  '<li data-sourcepos="4:1-4:2">d</li></ul>';

describe('IE-06.3 the rendered text', () => {
  test('counts what applies', () => {
    expect(countBoxes(HTML)).toEqual({ count: 2, completed: 1 });
    expect(taskStatus({ count: 2, completed: 1 })).toBe('1 of 2 checklist items completed');
    expect(taskStatus({ count: 1, completed: 0 })).toBe('0 of 1 checklist item completed');
    expect(taskStatus(countBoxes('<p>a</p>'))).toBe('');
  });

  test('the marks are taken out', () => {
    expect(withoutMarks(HTML)).toEqual({ html: HTML.replace(' checked', ''), checked: [false, true, false] });
  });

  test('the box of a line is checked and unchecked', () => {
    const all = withBox(HTML, 1, true);
    expect(countBoxes(all)).toEqual({ count: 2, completed: 2 });
    expect(all).toContain('disabled checked /> a');
    expect(withBox(withBox(all, 1, false), 1, false)).toBe(HTML);
    expect(countBoxes(withBox(HTML, 2, false))).toEqual({ count: 2, completed: 0 });
    for (const line of [3, 4, 5]) expect(withBox(HTML, line, true)).toBe(HTML);
  });
});

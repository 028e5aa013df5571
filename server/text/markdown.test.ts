import { countBoxes } from '@espalier/core/checklist/rules';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { countTasks, renderMarkdown, renderTitle, taskStatus } from './markdown.ts';
import { taskItems } from './task-items.ts';

test('IE-06.20 the items of a checklist carry the lines of their source, with what is nested in them', () => {
  const html = renderMarkdown('# Plan\n\n- [ ] first\n  - [x] inner\n- plain\n\n1. [X] last');
  expect(html).toContain(
    '<li class="task-list-item" data-sourcepos="3:1-4:13"><input type="checkbox" class="task-list-item-checkbox" aria-label="Check: first" disabled /> first',
  );
  expect(html).toContain(
    '<li class="task-list-item" data-sourcepos="4:1-4:13"><input type="checkbox" class="task-list-item-checkbox" aria-label="Check: inner" disabled checked /> inner',
  );
  expect(html).toContain('<li data-sourcepos="5:1-5:7">plain</li>');
  expect(html).toContain('data-sourcepos="7:1-7:11"');
  expect(html).toContain('<ol class="task-list">');
});

test('IE-06.21 what only looks like a task item is text', () => {
  for (const source of ['[ ] no list', '- [x]joined', '- [y] other', '`- [ ] code`', '```\n- [ ] fenced\n```']) {
    expect(renderMarkdown(source)).not.toContain('checkbox');
  }
});

test('IE-06.22 the summary of a checklist', () => {
  expect(taskStatus('- [ ] is checked\n- [ ] unchecked')).toBe('0 of 2 checklist items completed');
  expect([taskStatus(''), taskStatus('- [ ] a'), taskStatus('- [x] a\n- [ ] b')]).toEqual([
    '',
    '0 of 1 checklist item completed',
    '1 of 2 checklist items completed',
  ]);
  expect(countTasks('- [x] a\n- [x] b\n- [ ] c')).toEqual({ count: 3, completed_count: 2 });
});

test('IE-06.22 a text is counted without being rendered where it cannot have a task', () => {
  const piece = fc.constantFrom(
    ...'- [ ] x X ~ * 1. \\ > \n \n\n \t a [x] [~] &#91; &nbsp; ` | <b>'.split(/(?<!\s) /),
    '\n',
    ' ',
  );
  const source = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(source, (text) => {
      const { count, completed: completed_count } = countBoxes(renderMarkdown(text));
      expect(countTasks(text)).toEqual({ count, completed_count });
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '![a](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '"><svg onload=alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<iframe src="https://example.org"></iframe>',
])('nothing in a description runs: %s', (source) => {
  const html = renderMarkdown(source);
  expect(html).not.toMatch(
    /<(?:script|iframe|svg|style|object|form)|<[^>]+\son\w+=|(?:href|src)="(?:javascript|data:text)/i,
  );
});

test('harmless HTML stays, comments and inputs do not', () => {
  expect(renderMarkdown('a <kbd>Ctrl</kbd><!-- hidden --> <b class="x" style="color:red" onclick="a()">b</b>')).toBe(
    '<p>a <kbd>Ctrl</kbd> <b>b</b></p>',
  );
  expect(renderMarkdown('<details><summary>More</summary>\n\ntext\n\n</details>')).toContain(
    '<details><summary>More</summary>',
  );
  expect(countTasks('<input type="checkbox" class="task-list-item-checkbox" checked>\n\n- [ ] real')).toEqual({
    count: 1,
    completed_count: 0,
  });
});

test('links to elsewhere tell nobody where they were', () => {
  expect(renderMarkdown('https://example.org')).toContain('rel="nofollow noreferrer noopener"');
  expect(renderMarkdown('[a](/groups/x)')).toBe('<p><a href="/groups/x">a</a></p>');
});

test.each([
  '<a href="https://example.org" rel="opener">x</a>',
  '<a href="HTTP://example.org">x</a>',
  '<a href="mailto:a@example.org" rel="opener">x</a>',
  '[x](https://example.org)',
])('links to elsewhere written as %s say nofollow noreferrer noopener', (source) => {
  const html = renderMarkdown(source);
  expect(html).toContain(' rel="nofollow noreferrer noopener"');
  expect(html).not.toContain('rel="opener"');
});

test('a link within Espalier carries no rel of its author', () => {
  expect(renderMarkdown('<a href="/groups/x" rel="opener">x</a>')).toBe('<p><a href="/groups/x">x</a></p>');
});

test('a checklist of 24,000 items looks at each token a fixed number of times', () => {
  const items = 24_000;
  const markdown = new MarkdownIt();
  taskItems(markdown);
  let looks = 0;
  // Registered after the task items, it runs before them: both come right after `inline`.
  markdown.core.ruler.after('inline', 'counted_tokens', (state) => {
    state.tokens = new Proxy(state.tokens, {
      get(tokens, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(tokens, key) as unknown;
      },
    });
  });
  const tokens = markdown.parse('- [ ] a\n'.repeat(items), {});
  expect(tokens[0]?.attrGet('class')).toBe('task-list');
  expect(looks).toBeGreaterThan(items);
  expect(looks).toBeLessThan(items * 5 * 6);
});

test('the list of a nested task item is its own, not the one around it', () => {
  expect(renderMarkdown('- plain\n  1. [ ] inner\n- last')).toMatch(/^<ul>\n<li>plain\n<ol class="task-list">/);
  expect(renderMarkdown('- [ ] outer\n  - plain')).toMatch(/^<ul class="task-list">[^]*<ul>\n<li>plain/);
});

test('a text in the midst of many others is rendered as ever', () => {
  for (let index = 0; index < 300; index += 1) expect(renderMarkdown(`- [x] ${index}`)).toContain(`Check: ${index}"`);
  expect(countTasks('- [x] 0')).toEqual({ count: 1, completed_count: 1 });
});

test('a title is text', () => {
  expect(renderTitle('<b>*a* & "b"</b>')).toBe('&#60;b&#62;*a* &#38; &#34;b&#34;&#60;/b&#62;');
});

import { countTasks, renderMarkdown, renderTitle, taskStatus } from './markdown.ts';

test('IE-06.20 task items carry the line of their source', () => {
  const html = renderMarkdown('# Plan\n\n- [ ] first\n  - [x] inner\n- plain\n\n1. [X] last');
  expect(html).toContain(
    '<li class="task-list-item" data-sourcepos="3:1-3:11"><input type="checkbox" class="task-list-item-checkbox" aria-label="Check: first" disabled /> first',
  );
  expect(html).toContain(
    '<li class="task-list-item" data-sourcepos="4:1-4:13"><input type="checkbox" class="task-list-item-checkbox" aria-label="Check: inner" disabled checked /> inner',
  );
  expect(html).toContain('<li>plain</li>');
  expect(html).toContain('data-sourcepos="7:1-7:11"');
  expect(html).toContain('<ol class="task-list">');
});

test('IE-06.21 what only looks like a task item is text', () => {
  for (const source of ['[ ] no list', '- [x]joined', '- [y] other', '`- [ ] code`', '```\n- [ ] fenced\n```']) {
    expect(renderMarkdown(source)).not.toContain('checkbox');
  }
});

test('IE-06.22 the summary of a checklist', () => {
  expect([taskStatus(''), taskStatus('- [ ] a'), taskStatus('- [x] a\n- [ ] b')]).toEqual([
    '',
    '0 of 1 checklist item completed',
    '1 of 2 checklist items completed',
  ]);
  expect(countTasks('- [x] a\n- [x] b\n- [ ] c')).toEqual({ count: 3, completed_count: 2 });
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

test('a title is text', () => {
  expect(renderTitle('<b>*a* & "b"</b>')).toBe('&#60;b&#62;*a* &#38; &#34;b&#34;&#60;/b&#62;');
});

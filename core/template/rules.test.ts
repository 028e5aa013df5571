import { isMarkdownFile, TEMPLATE_CONTENT_MAX, templateFaults, templateName } from './rules.ts';

test('IE-08.10 Markdown files are known by their names', () => {
  expect(['Bug.md', ' a.b.MD '].every(isMarkdownFile)).toBe(true);
  expect(['', 'md', 'Bug.mdx', 'Bug.md.txt', 'Bug'].some(isMarkdownFile)).toBe(false);
});

test('IE-08.11 a name has no blanks at its ends and no ending', () => {
  expect(['  Bug report ', 'Bug report.md', 'Bug report .MD '].map(templateName)).toEqual(Array(3).fill('Bug report'));
  expect([templateName('.md'), templateName('readme.md.md')]).toEqual(['', 'readme.md']);
});

test('IE-08.12 faults of a template', () => {
  const fine = { name: 'Bug', content: 'x' };
  expect(templateFaults({ name: '💣'.repeat(255), content: '💣'.repeat(TEMPLATE_CONTENT_MAX) })).toEqual({
    name: null,
    content: null,
  });
  expect(templateFaults({ name: '', content: ' \n' })).toEqual({ name: "can't be blank", content: "can't be blank" });
  expect(templateFaults({ ...fine, name: 'x'.repeat(256) }).name).toBe('is too long (maximum is 255 characters)');
  expect(templateFaults({ ...fine, content: 'x'.repeat(TEMPLATE_CONTENT_MAX + 1) }).content).toBe(
    'is too long (maximum is 1048576 characters)',
  );
  for (const name of ['a/b', 'a\nb', 'a\0b', '..']) {
    expect(templateFaults({ ...fine, name }).name).toBe('must not contain slashes or line breaks');
  }
});

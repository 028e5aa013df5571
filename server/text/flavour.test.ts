import { countTasks, renderMarkdown } from './markdown.ts';

const expectHtml = (source: string) => expect(renderMarkdown(source));

test('IE-06.23 a task that does not apply is struck, cannot be checked and does not count', () => {
  const source = '- [~] not **here**\n- [ ] open\n- [x] done';
  expectHtml(source).toContain(
    '<li class="inapplicable task-list-item" data-sourcepos="1:1-1:18"><input type="checkbox" class="task-list-item-checkbox" ' +
      'aria-label="Check: not here" disabled data-inapplicable /> <s class="inapplicable">not <strong>here</strong></s></li>',
  );
  expect(countTasks(source)).toEqual({ count: 2, completed_count: 1 });
  expect(countTasks('- [~] all\n- [~] of them')).toEqual({ count: 0, completed_count: 0 });
});

describe('IE-06.24 what GFM adds', () => {
  test('tables, with their alignment', () => {
    expectHtml('| a | b |\n| :-: | --: |\n| 1 \\| 2 | `x` |\n| 3 |').toBe(
      '<table>\n<thead>\n<tr>\n<th align="center">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td align="center">1 | 2</td>\n<td align="right"><code>x</code></td>\n</tr>\n' +
        '<tr>\n<td align="center">3</td>\n<td align="right"></td>\n</tr>\n</tbody>\n</table>',
    );
    expectHtml('| a | b |\n| - |\n| 1 | 2 |').not.toContain('<table');
  });

  test('text between two tildes at either side is struck, between one it is not: that begins a label', () => {
    expectHtml('~~old~~ new ~one~').toBe('<p><del>old</del> new ~one~</p>');
  });

  test.each([
    ['https://example.org/a?b=(c)', 'https://example.org/a?b=(c)'],
    ['www.example.org/a', 'http://www.example.org/a'],
    ['a.b@example.org', 'mailto:a.b@example.org'],
  ])('the address %s is a link', (written, href) => {
    expectHtml(`(see ${written}).`).toBe(
      `<p>(see <a href="${href}" rel="nofollow noreferrer noopener">${written}</a>).</p>`,
    );
  });

  test.each(['README.md', 'example.org', 'ftp://example.org', '//example.org', 'www.', 'xwww.example.org'])(
    '%s is none',
    (written) => expectHtml(written).toBe(`<p>${written}</p>`),
  );
});

describe('IE-06.25 alerts', () => {
  test.each(['note', 'tip', 'important', 'caution', 'warning'])('of the kind %s', (kind) => {
    expectHtml(`> [!${kind.toUpperCase()}]\n> **text**`).toBe(
      `<div class="markdown-alert markdown-alert-${kind}">\n<p class="markdown-alert-title">` +
        `${kind.charAt(0).toUpperCase()}${kind.slice(1)}</p>\n<p><strong>text</strong></p>\n</div>`,
    );
  });

  test('with a title of their own, without a text, within another quote', () => {
    expectHtml('> [!note] Read <b>*this*</b>\n').toBe(
      '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">Read <b><em>this</em></b></p>\n</div>',
    );
    expectHtml('> a\n>\n> > [!tip]\n> > b\n>\n> c').toMatch(
      /^<blockquote>\n<p>a<\/p>\n<div [^]*<p>b<\/p>\n<\/div>\n<p>c<\/p>\n<\/blockquote>$/,
    );
  });

  test('another word, or a mark that is not at the beginning, makes a quote', () => {
    for (const source of ['> [!other]\n> a', '> a\n> [!note]', '[!note]\na']) expectHtml(source).not.toContain('alert');
  });
});

test('IE-06.26 front matter is not shown, and lines keep their numbers', () => {
  expectHtml('---\ntitle: x\ntags: [a]\n---\n\n- [ ] a').toMatch(
    /^<ul class="task-list">\n<li [^>]*data-sourcepos="6:1-6:7"/,
  );
  expectHtml('+++\ntitle = "x"\n+++\na').toBe('<p>a</p>');
  expectHtml(';;;\n{"a": 1}\n;;;\na').toBe('<p>a</p>');
  for (const source of ['---\nA sentence.\n\n---\na', '---\ntitle: x\n\nno end', 'a\n\n---\nb: c\n\n---'])
    expectHtml(source).toMatch(/sentence|no end|b: c/);
});

describe('IE-06.27 footnotes', () => {
  test('stand below the text in the order of their first references, and lead back', () => {
    const html = renderMarkdown(
      'One[^b], two[^a], one again[^B].\n\n[^a]: last\n[^b]: *first*\n\n    more\n[^c]: unused',
    );
    const suffix = /#fn-1-([\w-]{6})/.exec(html)?.[1] ?? '';
    const part = (id: string) => `<a href="#fn-${id}-${suffix}"`;
    expect(html).toContain(`One<sup class="footnote-ref">${part('1')} id="fnref-1-${suffix}">1</a></sup>`);
    expect(html).toContain(`again<sup class="footnote-ref">${part('1')} id="fnref-1-2-${suffix}">1</a></sup>`);
    const [, notes = ''] = html.split('<section class="footnotes">\n');
    expect(notes.replaceAll(suffix, 'S').replaceAll(/ class="footnote-backref" aria-label="[^"]*"/g, '')).toBe(
      '<ol>\n<li id="fn-1-S">\n<p><em>first</em></p>\n<p>more <a href="#fnref-1-S">↩</a><a href="#fnref-1-2-S">↩</a></p>\n</li>\n' +
        '<li id="fn-2-S">\n<p>last <a href="#fnref-2-S">↩</a></p>\n</li>\n</ol>\n</section>',
    );
  });

  test('one may refer to another, and to itself; a reference to none is text', () => {
    const html = renderMarkdown('a[^1] [^none]\n\n[^1]: b[^2][^1]\n[^2]: c');
    expect(html).toContain('[^none]');
    expect(html.match(/<li id=/g)).toHaveLength(2);
  });

  test('two texts have other ids; an id that an author writes is none', () => {
    expect(renderMarkdown('a[^1]\n\n[^1]: b').match(/fn-1-[\w-]+/)?.[0]).not.toBe(
      renderMarkdown('c[^1]\n\n[^1]: b').match(/fn-1-[\w-]+/)?.[0],
    );
    expectHtml('<a id="app" href="/x">a</a>').toBe('<p><a href="/x">a</a></p>');
  });
});

test('IE-06.28 names of emojis between colons are shown as emojis', () => {
  expectHtml(':tada: (:+1:) :rocket:.').toBe('<p>🎉 (👍) 🚀.</p>');
  for (const source of [':nosuch:', 'a:tada:b', ':tada::tada:', '10:100:20', '`:tada:`', '\\:tada:'])
    expectHtml(source).not.toMatch(/🎉|💯/);
});

describe('IE-06.29 code is coloured by its language', () => {
  test('a known one, by classes alone', () => {
    expectHtml('```js\nconst a = "<b>";\n```').toBe(
      '<pre><code class="language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span>;\n</code></pre>',
    );
  });

  test.each([
    ['an unknown one', 'nosuch', 'a = 1'],
    ['a long piece', 'js', 'a = 1;\n'.repeat(2000)],
    ['a long line', 'js', 'a'.repeat(600)],
  ])('%s is left as it is', (_what, language, code) => {
    expectHtml(`\`\`\`${language}\n${code}\n\`\`\``).toBe(
      `<pre><code class="language-${language}">${code}\n</code></pre>`,
    );
  });
});

test('IE-06.30 formulas and diagrams stay code', () => {
  expectHtml('```math\na_1\n```\n\n```mermaid\ngraph TD\n```').toBe(
    '<pre><code class="language-math">a_1\n</code></pre>\n<pre><code class="language-mermaid">graph TD\n</code></pre>',
  );
  expectHtml('$`a_1 * b_1`$').toBe('<p>$<code>a_1 * b_1</code>$</p>');
});

test('IE-06.32 pictures are read when they come into sight', () => {
  expectHtml('![a](/x.png "t")').toBe('<p><img src="/x.png" alt="a" title="t" loading="lazy" /></p>');
  expectHtml('<img src="https://example.org/x.png" loading="eager">').toBe(
    '<img src="https://example.org/x.png" loading="lazy" />',
  );
});

test('IE-06.34 texts that are too long, and tags beyond the first ten thousand, are shown as they are written', () => {
  expect(renderMarkdown('**a**'.repeat(40_001))).toBe(`<pre>${'**a**'.repeat(40_001)}</pre>`);
  const html = renderMarkdown(`a${'<b>'.repeat(10_002)}`);
  expect(html.match(/<b>/g)).toHaveLength(10_000);
  expect(html).toContain('<b>&lt;b&gt;&lt;b&gt;</b>');
});

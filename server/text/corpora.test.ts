import { diffHtml } from './diff-html.ts';
import payloads from './fixtures/dompurify-payloads.json' with { type: 'json' };
import naughty from './fixtures/naughty-strings.json' with { type: 'json' };
import { rendered, renderMarkdown, renderTitle } from './markdown.ts';
import { renderTexts } from './references.ts';
import { fault } from './testing/fault.ts';
import { named, place } from './testing/named.ts';

/** Where they come from: `fixtures/README.md`. */
const TEXTS: readonly string[] = [...naughty, ...payloads];

/** The places of a description, a comment, a template or a milestone's text that a person may write into. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'the text itself': (text) => text,
  'a paragraph': (text) => `before ${text} after`,
  'a heading': (text) => `# ${text}`,
  'a line of a checklist': (text) => `- [ ] ${text}\n- [~] ${text}`,
  'a quote': (text) => `> ${text.replaceAll('\n', '\n> ')}`,
  'the title of an alert': (text) => `> [!note] ${text}\n> ${text}`,
  code: (text) => `\`${text}\``,
  'a block of code': (text) => `\`\`\`\`\`js\n${text}\n\`\`\`\`\``,
  'the language of code': (text) => `\`\`\`${text}\ncode\n\`\`\``,
  'the text of a link': (text) => `[${text}](/x)`,
  'the address of a link': (text) => `[a](${text}) [b](<${text}>)`,
  'the title of a link': (text) => `[a](/x "${text}")`,
  'the definition of a link': (text) => `[a]\n\n[a]: ${text}`,
  'an autolink': (text) => `<${text}> http://${text} www.${text}`,
  'the address of a picture': (text) => `![a](${text}) ![b](<${text}>)`,
  'the text of a picture': (text) => `![${text}](/x.png "${text}")`,
  'a cell': (text) => `| ${text} | b |\n| - | - |\n| ${text} | ${text} |`,
  'a footnote': (text) => `a[^1]\n\n[^1]: ${text}`,
  'the label of a footnote': (text) => `a[^${text}]\n\n[^${text}]: b`,
  'front matter': (text) => `---\na: ${text}\n---\n${text}`,
  'an attribute of HTML': (text) => `<a href="${text}" title='${text}' lang=${text}>a</a>`,
  'an element of HTML': (text) => `<details><summary>${text}</summary>\n\n${text}\n\n</details>`,
  'a reference': (text) => `~"${text}" %"${text}" @${text} ${text}#1 &1${text}`,
};

/** The text that HTML shows. */
const shown = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

test.each(Object.entries(PLACES))('IE-06.33 nothing of two corpora runs as %s', async (_place, at) => {
  for (const text of TEXTS) {
    const source = at(text);
    expect([text, fault(renderMarkdown(source))]).toEqual([text, null]);
    const [html = ''] = await renderTexts([{ text: rendered(source), place }], named(text));
    expect([text, fault(html.replaceAll('\0', ''))]).toEqual([text, null]);
  }
});

test('IE-06.33 a title, and what a text became, stay text', () => {
  for (const text of TEXTS) {
    expect([renderTitle(text).includes('<'), shown(renderTitle(text))]).toEqual([false, text]);
    const html = diffHtml({ before: `a ${text}`, after: `${text} b` });
    expect([text, fault(html)]).toEqual([text, null]);
    expect(html.replaceAll(/<\/?span(?: class="idiff (?:addition|deletion)")?>/g, '')).not.toContain('<');
  }
});

test.each([
  ['~bug', '<span><a><span></span></a></span>'],
  ['%v1', '<a></a>'],
  ['@ada', '<a></a>'],
  ['#1+', '<a></a>'],
  ['&1+', '<a></a>'],
])('IE-06.33 whatever %s is called, its link has no other elements', async (source, elements) => {
  for (const name of TEXTS) {
    const [html = ''] = await renderTexts([{ text: rendered(source), place }], named(name));
    const tags = html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/ [^]*>/, '>'));
    expect([name, tags?.join('')]).toEqual([name, `<p>${elements}</p>`]);
    if (source !== '@ada') expect(shown(html)).toContain(name);
  }
});

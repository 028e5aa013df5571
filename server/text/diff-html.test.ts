import { diffHtml } from './diff-html.ts';

const plain = (html: string, without: 'addition' | 'deletion'): string =>
  html
    .replace(new RegExp(`<span class="idiff ${without}">[^<]*</span>`, 'g'), '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

test.each([
  ['a plan', 'a better plan', 'a <span class="idiff addition">better </span>plan'],
  ['a <b>', 'a <i>', 'a &#60;<span class="idiff deletion">b</span><span class="idiff addition">i</span>&#62;'],
  ['', '"', '<span class="idiff addition">&#34;</span>'],
  ['gone', '', '<span class="idiff deletion">gone</span>'],
  ['same', 'same', 'same'],
])('IE-07.52 %j and %j differ by words, escaped', (before, after, html) => {
  expect(diffHtml({ before, after })).toBe(html);
});

test('IE-07.52 of texts of any length both can be read in it', () => {
  const words = (seed: number) =>
    Array.from({ length: 150_000 }, (_, at) => ((at * seed) % 9973).toString(36)).join(' ');
  const texts = { before: `${words(7919)}<`, after: `${words(6007)}\n>` };
  const html = diffHtml(texts, 50);
  expect([plain(html, 'addition'), plain(html, 'deletion')]).toEqual([texts.before, texts.after]);
});

test('IE-07.52 of texts that are too long to be compared by words what both begin and end with stays unmarked', () => {
  const [begins, ends] = ['first\n'.repeat(20_000), 'last\n'.repeat(20_000)];
  const html = diffHtml({ before: `${begins}old\n${ends}`, after: `${begins}new\n${ends}` });
  const marked = '<span class="idiff deletion">old\n</span><span class="idiff addition">new\n</span>';
  expect(html).toBe(`${begins}${marked}${ends}`);
});

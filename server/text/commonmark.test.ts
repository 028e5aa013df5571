import { createRequire } from 'node:module';
import { onlyAllowed } from './allowed-html.ts';
import { renderMarkdown } from './markdown.ts';

/** The examples of CommonMark 0.31.2, from the package that its authors publish. Those of GFM: `gfm.test.ts`. */
interface Example {
  readonly markdown: string;
  readonly html: string;
  readonly number: number;
}

const { tests } = createRequire(import.meta.url)('commonmark-spec') as { readonly tests: readonly Example[] };

/** Both sides go through the same sanitiser: that it takes out what it should is for other tests. */
const allowed = (html: string): string => onlyAllowed(html, (text) => text).trimEnd();
const tabs = (text: string): string => text.replaceAll('→', '\t');

/** Examples that are rendered in another way, and why. */
const DIFFERENCES: Readonly<Record<number, string>> = {
  142: 'code is coloured (IE-06.29)',
  143: 'code is coloured (IE-06.29)',
  218: 'white space: markdown-it has none within an empty quote',
  239: 'white space: markdown-it has none within an empty quote',
  240: 'white space: markdown-it has none within an empty quote',
  602: 'an address in the text is a link, as GFM has it (IE-06.24)',
  608: 'an address in the text is a link, as GFM has it (IE-06.24)',
  611: 'an address in the text is a link, as GFM has it (IE-06.24)',
  612: 'an address in the text is a link, as GFM has it (IE-06.24)',
};

test('IE-06.31 the examples of CommonMark are rendered as they say, but for those that are listed', () => {
  expect(tests).toHaveLength(652);
  const differing = tests.filter(({ markdown, html }) => renderMarkdown(tabs(markdown)) !== allowed(tabs(html)));
  expect(differing.map(({ number }) => number)).toEqual(Object.keys(DIFFERENCES).map(Number));
});

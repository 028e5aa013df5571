import { createHash } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import { taskStatus as statusOf } from '@espalier/core/checklist/rules';
import { alerts } from './alerts.ts';
import { onlyAllowed } from './allowed-html.ts';
import { type Candidate, candidates, candidatesOf, confirmMarks, filled, partsOf, RENDER_MAX } from './candidates.ts';
import { escapeHtml } from './escape.ts';
import { footnotes } from './footnotes.ts';
import { frontMatter } from './front-matter.ts';
import { colouring } from './highlight.ts';
import { addresses, emojis, gfmHtml } from './small-flavour.ts';
import { MAY_HAVE_TASKS, taskItems } from './task-items.ts';

/** So many tags may be written as HTML; the others are text. Tags that nobody closes take the square of their number. */
const TAGS_MAX = 10_000;

/** Markdown of people, in GitLab's flavour, as HTML that is safe to show: what HTML it may contain is cut down (`allowed-html.ts`). */
const markdown = new MarkdownIt({ html: true, linkify: true, breaks: false });
// An address is shown decoded: `%00` would be a NUL, and so the beginning of a mark (`candidates.ts`).
const decoded = markdown.normalizeLinkText.bind(markdown);
markdown.normalizeLinkText = (address) => decoded(address).replaceAll('\0', '\uFFFD');
for (const part of [frontMatter, alerts, taskItems, emojis, addresses, gfmHtml, candidates]) markdown.use(part);
// Checkboxes are made by task items alone: written as HTML they would be counted with them. (Registered after the task items, this
// rule runs before them, and the one of the footnotes, whose text is parsed there, before this one.)
markdown.core.ruler.after('inline', 'plain_inputs', (state) => {
  let tags = 0;
  for (const block of state.tokens) {
    for (const token of [block, ...(block.children ?? [])]) {
      if (token.type !== 'html_block' && token.type !== 'html_inline') continue;
      token.content = token.content.replace(/<(\/?input)?/gi, (tag, input = '') =>
        input === '' && (tags += 1) <= TAGS_MAX ? tag : `&lt;${input}`,
      );
    }
  }
});
markdown.use(footnotes);

/** A text as it is shown, but for what it refers to: that is another matter for each reader. */
export interface Rendered {
  /** HTML, and between two parts of it the number of a candidate. */
  readonly parts: readonly string[];
  readonly candidates: readonly Candidate[];
  /** The same for a reader to whom nothing is referred. */
  readonly html: string;
  readonly count: number;
  readonly completed: number;
}

const NOTHING: Rendered = { parts: [], candidates: [], html: '', count: 0, completed: 0 };
/** Rendered texts that are kept: open pages ask for the same description every few seconds. Characters of HTML. */
const KEPT_TEXTS = 200;
const KEPT_CHARACTERS = 8_000_000;
const kept = new Map<string, Rendered>();
let keptCharacters = 0;

/** The rendered text with its task items, from one pass. The texts used last are kept by their hash. */
export function rendered(source: string): Rendered {
  if (source === '') return NOTHING;
  const hash = createHash('sha256').update(source).digest('base64url');
  const known = kept.get(hash);
  const result = known ?? render(source, hash);
  if (known) kept.delete(hash);
  else keptCharacters += result.html.length;
  kept.set(hash, result);
  for (const [oldest, { html }] of kept) {
    if (kept.size <= KEPT_TEXTS && keptCharacters <= KEPT_CHARACTERS) break;
    kept.delete(oldest);
    keptCharacters -= html.length;
  }
  return result;
}

function render(source: string, hash: string): Rendered {
  if (source.length > RENDER_MAX) {
    const html = `<pre>${escapeHtml(source)}</pre>`;
    return { ...NOTHING, parts: [html], html };
  }
  markdown.options.highlight = colouring();
  const env = { suffix: hash.slice(0, 6) };
  const safe = onlyAllowed(markdown.render(source, env), confirmMarks).trimEnd();
  const found = candidatesOf(env);
  const parts = partsOf(safe, found);
  const html = filled(parts, found, ({ plain }) => plain);
  // Each checkbox is written by task items alone; what its label says stands in quotes before the last attribute.
  const boxes = html.match(/<input type="checkbox"[^>]*(?<! data-inapplicable \/)>/g) ?? [];
  return {
    parts,
    candidates: found,
    html,
    count: boxes.length,
    completed: boxes.filter((box) => box.endsWith(' checked />')).length,
  };
}

/**
 * Renders a text without looking for what it refers to. Task items carry their source line (`data-sourcepos="3:1-3:9"`), by which a
 * checkbox is toggled.
 */
export function renderMarkdown(source: string): string {
  return rendered(source).html;
}

/** A line, without the paragraph that it would be. */
export const renderLine = (source: string): string => renderMarkdown(source).replace(/^<p[^>]*>|<\/p>\s*$/g, '');

/** A title is plain text: nothing in it is markup. */
export function renderTitle(title: string): string {
  return escapeHtml(title);
}

export interface TaskCounts {
  readonly count: number;
  readonly completed_count: number;
}

/** Of the task items in a text; those that do not apply are not counted. */
export function countTasks(source: string): TaskCounts {
  const { count, completed } = MAY_HAVE_TASKS.test(source) ? rendered(source) : NOTHING;
  return { count, completed_count: completed };
}

/** `2 of 5 checklist items completed`; empty where there is none. */
export const taskStatus = (source: string): string => statusOf(rendered(source));

import { createHash } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { taskItems } from './task-items.ts';

/**
 * Markdown of people, as HTML that is safe to show. The HTML that markdown may contain is cut down to a short list of harmless elements and
 * attributes; links lead only to http, https, mailto and relative addresses, and every absolute
 * one, also one written as HTML, carries `rel="nofollow noreferrer noopener"`.
 */
const markdown = new MarkdownIt({ html: true, linkify: true, breaks: false });
markdown.use(taskItems);
// Checkboxes are made by task items alone: written as HTML they would be counted with them. (Registered last, this
// rule runs right after `inline`, before the one of the task items.)
markdown.core.ruler.after('inline', 'plain_inputs', (state) => {
  for (const block of state.tokens) {
    for (const token of [block, ...(block.children ?? [])]) {
      if (token.type === 'html_block' || token.type === 'html_inline')
        token.content = token.content.replace(/<(?=\/?input)/gi, '&lt;');
    }
  }
});

/** An address with a scheme or a host: everything that may lead away from here. */
const ABSOLUTE = /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i;

/** Links written as markdown, found in the text or written as HTML all pass here. What the author wrote as `rel` never counts. */
const linkAway: sanitizeHtml.Transformer = (tagName, { rel: _rel, ...attribs }) => ({
  tagName,
  attribs: ABSOLUTE.test(attribs.href ?? '') ? { ...attribs, rel: 'nofollow noreferrer noopener' } : attribs,
});

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'blockquote',
      'pre',
      'code',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
    ],
    ...[
      'a',
      'img',
      'strong',
      'b',
      'em',
      'i',
      's',
      'del',
      'ins',
      'sub',
      'sup',
      'kbd',
      'samp',
      'var',
      'abbr',
      'mark',
      'small',
      'q',
      'cite',
    ],
    ...[
      'table',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'th',
      'td',
      'caption',
      'details',
      'summary',
      'div',
      'span',
      'input',
      'figure',
      'figcaption',
    ],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', { name: 'loading', values: ['lazy'] }],
    li: ['data-sourcepos'],
    ol: ['start'],
    th: [{ name: 'align', values: ['left', 'center', 'right'] }],
    td: [{ name: 'align', values: ['left', 'center', 'right'] }],
    details: ['open'],
    abbr: ['title'],
    input: [
      { name: 'type', values: ['checkbox'] },
      'disabled',
      'checked',
      'aria-label',
      { name: 'class', values: ['task-list-item-checkbox'] },
    ],
    '*': ['dir', 'lang'],
  },
  allowedClasses: { ul: ['task-list'], ol: ['task-list'], li: ['task-list-item'], code: [/^language-[\w-]+$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: { a: linkAway },
  selfClosing: ['img', 'br', 'hr', 'input'],
  disallowedTagsMode: 'discard',
};

/** Longer texts than this are shown as they are: rendering must not hold up everybody else. */
const RENDER_MAX = 200_000;

/** A text as it is shown. */
interface Rendered {
  readonly html: string;
  readonly count: number;
  readonly completed: number;
}

const NOTHING: Rendered = { html: '', count: 0, completed: 0 };
/** Rendered texts that are kept: open pages ask for the same description every few seconds. Characters of HTML. */
const KEPT_TEXTS = 200;
const KEPT_CHARACTERS = 8_000_000;
const kept = new Map<string, Rendered>();
let keptCharacters = 0;

/** The rendered text with its task items, from one pass. The texts used last are kept by their hash. */
function rendered(source: string): Rendered {
  if (source === '') return NOTHING;
  const hash = createHash('sha256').update(source).digest('base64url');
  const known = kept.get(hash);
  const result = known ?? render(source);
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

function render(source: string): Rendered {
  if (source.length > RENDER_MAX) return { ...NOTHING, html: `<pre>${escapeHtml(source)}</pre>` };
  const html = sanitizeHtml(markdown.render(source), ALLOWED).trimEnd();
  // Each checkbox is written by task items alone; what its label says stands in quotes before the last attribute.
  const boxes = html.match(/<input type="checkbox"[^>]*>/g) ?? [];
  return { html, count: boxes.length, completed: boxes.filter((box) => box.endsWith(' checked />')).length };
}

/** Renders a description or note. Task items carry their source line (`data-sourcepos="3:1-3:9"`), by which a checkbox is toggled. */
export function renderMarkdown(source: string): string {
  return rendered(source).html;
}

/** A title is plain text: nothing in it is markup. */
export function renderTitle(title: string): string {
  return escapeHtml(title);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `{ count, completed_count }` of the task items in a text. */
export function countTasks(source: string): { readonly count: number; readonly completed_count: number } {
  const { count, completed } = rendered(source);
  return { count, completed_count: completed };
}

/** `2 of 5 checklist items completed`; empty where there is none. */
export function taskStatus(source: string): string {
  const { count, completed_count: completed } = countTasks(source);
  return count === 0 ? '' : `${completed} of ${count} checklist ${count === 1 ? 'item' : 'items'} completed`;
}

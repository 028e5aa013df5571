import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { taskItems } from './task-items.ts';

/**
 * Markdown of people, as HTML that is safe to show. The HTML that markdown may contain is cut down to a short list of harmless elements and
 * attributes; links lead only to http, https, mailto and relative addresses, and those to elsewhere carry rel attributes.
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
markdown.core.ruler.push('external_links', (state) => {
  for (const block of state.tokens) {
    for (const token of block.children ?? []) {
      if (token.type === 'link_open' && /^https?:/i.test(String(token.attrGet('href')))) {
        token.attrSet('rel', 'nofollow noreferrer noopener');
      }
    }
  }
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
  selfClosing: ['img', 'br', 'hr', 'input'],
  disallowedTagsMode: 'discard',
};

/** Longer texts than this are shown as they are: rendering must not hold up everybody else. */
const RENDER_MAX = 200_000;

/** Renders a description or note. Task items carry their source line (`data-sourcepos="3:1-3:9"`), by which a checkbox is toggled. */
export function renderMarkdown(source: string): string {
  if (source === '') return '';
  if (source.length > RENDER_MAX) return `<pre>${escapeHtml(source)}</pre>`;
  return sanitizeHtml(markdown.render(source), ALLOWED).trimEnd();
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
  if (!source.includes('[')) return { count: 0, completed_count: 0 };
  const boxes = renderMarkdown(source).match(/<input type="checkbox"[^>]*>/g) ?? [];
  return { count: boxes.length, completed_count: boxes.filter((box) => box.includes('checked')).length };
}

/** `2 of 5 checklist items completed`; empty where there is none. */
export function taskStatus(source: string): string {
  const { count, completed_count: completed } = countTasks(source);
  return count === 0 ? '' : `${completed} of ${count} checklist ${count === 1 ? 'item' : 'items'} completed`;
}

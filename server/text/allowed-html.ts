import sanitizeHtml from 'sanitize-html';

/**
 * What HTML may hold that is shown to people: a short list of harmless elements and attributes. Links lead only to http, https, mailto and relative
 * addresses, and every absolute one, also one written as HTML, carries `rel="nofollow noreferrer noopener"`.
 */
const BLOCKS =
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre ul ol li dl dt dd table thead tbody tfoot tr th td caption details summary div section figure figcaption';
const INLINES = 'a img code strong b em i s del ins sub sup kbd samp var abbr mark small q cite span input';

/** An address with a scheme or a host: everything that may lead away from here. */
const ABSOLUTE = /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i;

/** IE-06.27: the only ids are those of footnotes, which no script and no style of ours knows. */
const FOOTNOTE_ID = /^fn(?:ref)?-[\w-]+$/;

const withId: sanitizeHtml.Transformer = (tagName, { id, ...attribs }) => ({
  tagName,
  attribs: id !== undefined && FOOTNOTE_ID.test(id) ? { ...attribs, id } : attribs,
});

/** Links written as markdown, found in the text or written as HTML all pass here. What the author wrote as `rel` never counts. */
const linkAway: sanitizeHtml.Transformer = (tagName, { rel: _rel, ...attribs }) =>
  withId(tagName, ABSOLUTE.test(attribs.href ?? '') ? { ...attribs, rel: 'nofollow noreferrer noopener' } : attribs);

/** IE-06.32: pictures are read when they come into sight, whoever wrote them and how. */
const lazily: sanitizeHtml.Transformer = (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } });

const ALIGN = { name: 'align', values: ['left', 'center', 'right'] };

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: `${BLOCKS} ${INLINES}`.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'id', 'aria-label'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    li: ['data-sourcepos', 'id'],
    ol: ['start'],
    th: [ALIGN],
    td: [ALIGN],
    details: ['open'],
    abbr: ['title'],
    input: [
      { name: 'type', values: ['checkbox'] },
      'disabled',
      'checked',
      'aria-label',
      'data-inapplicable',
      { name: 'class', values: ['task-list-item-checkbox'] },
    ],
    '*': ['dir', 'lang'],
  },
  allowedClasses: {
    ul: ['task-list'],
    ol: ['task-list'],
    li: ['task-list-item', 'inapplicable'],
    s: ['inapplicable'],
    code: [/^language-[\w+#.-]+$/],
    span: [/^hljs-[\w-]+$/, /^[\w-]+_$/],
    div: ['markdown-alert', /^markdown-alert-[a-z]+$/],
    p: ['markdown-alert-title'],
    sup: ['footnote-ref'],
    section: ['footnotes'],
    a: ['footnote-backref'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: { a: linkAway, li: withId, img: lazily },
  selfClosing: ['img', 'br', 'hr', 'input'],
  disallowedTagsMode: 'discard',
};

/** HTML cut down to what may be shown. `text` sees each text outside of tags, already escaped, with the element that it stands in. */
export const onlyAllowed = (html: string, text: (text: string, tagName: string) => string): string =>
  sanitizeHtml(html, { ...ALLOWED, textFilter: text });

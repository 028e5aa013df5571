/**
 * What a browser could be made to do is judged by what HTML is there at all: every tag and every attribute of the answer must be one of these, written in
 * the one way in which all parsers read it.
 */
const TAGS = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li dl dt dd a img strong b em i s del ins sub sup kbd samp var abbr mark small q cite ' +
    'table thead tbody tfoot tr th td caption details summary div span input figure figcaption section'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'href title rel id aria-label src alt width height loading data-sourcepos start align open type disabled checked data-inapplicable class dir lang ' +
    'style data-reference-type data-original data-user data-epic data-issue data-label data-milestone'
  ).split(' '),
);
const PIECE = /[^<>\0]+|<\/([a-z][a-z\d]*)>|<([a-z][a-z\d]*)((?: [a-z][a-z-]*(?:="[^"<>\0]*")?)*)( \/)?>/gy;

/** Where an address leads, as browsers read it; what they may leave out of it is left out. */
function schemeOf(value: string): string {
  const address = value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replace(/[\0-\x20]/g, '');
  return URL.canParse(address, 'https://plan.example') ? new URL(address, 'https://plan.example').protocol : 'https:';
}

/** What is wrong with HTML, or null. */
export function fault(html: string): string | null {
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < html.length) {
    const from = PIECE.lastIndex;
    const piece = PIECE.exec(html);
    if (piece === null) return `no HTML: ${html.slice(from, from + 80)}`;
    const [, end, tag = end, attributes = ''] = piece;
    if (tag === undefined) continue;
    if (!TAGS.has(tag)) return `the element ${tag}`;
    for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!ATTRIBUTES.has(name)) return `the attribute ${name}`;
      if (name === 'style' && !/^background-color: #[\da-fA-F]{3,8}; color: #[\dA-F]{6}$/.test(value))
        return `the style ${value}`;
      if ((name === 'href' || name === 'src') && !/^(?:https?|mailto):$/.test(schemeOf(value)))
        return `the address ${value}`;
    }
  }
  return null;
}

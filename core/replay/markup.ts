/** The structure of a running text, which says nothing about anybody: tags, character references, marks of lists and tasks in the source. */
const STRUCTURE =
  /(<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>|&(?:amp|lt|gt|quot|#39);|^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX~]\](?=\s))?)/m;

const TAG = /^(<\/?([a-z][a-z0-9]*))((?:\s+[a-z-]+(?:="[^"]*")?)*)(\s*\/?>)$/;
const ATTRIBUTE = /(\s+([a-z-]+))(?:(=")([^"]*)("))?/g;
const ENTITY = /(&(?:amp|lt|gt|quot|#39);)/;

const isTag = new Set(
  (
    'p a ul ol li dl dt dd strong b em i u s del ins code pre kbd mark sup sub h1 h2 h3 h4 h5 h6 br hr blockquote img abbr table thead tbody tfoot ' +
    'tr th td caption details summary div span input figure figcaption'
  ).split(' '),
);

const ANYBODY = /^$/;
/** The values that stay, by attribute; of other values only the attribute stays. */
const VALUES: Readonly<Record<string, RegExp>> = {
  type: /^checkbox$/,
  class: /^(?:inapplicable )?task-list(?:-item(?:-checkbox)?)?$/,
  'data-sourcepos': /^\d+:\d+-\d+:\d+$/,
  align: /^(?:left|center|right)$/,
  checked: ANYBODY,
  disabled: ANYBODY,
  'data-inapplicable': ANYBODY,
  open: ANYBODY,
  'aria-label': ANYBODY,
  href: ANYBODY,
  src: ANYBODY,
  alt: ANYBODY,
  title: ANYBODY,
};

/** A text in pieces, alternately somebody's (the first one) and structure. Joined they are the text. */
export function inPieces(text: string): readonly string[] {
  const pieces: string[] = [''];
  const add = (piece: string, isStructure: boolean): void => {
    if ((pieces.length % 2 === 0) !== isStructure) pieces.push('');
    pieces[pieces.length - 1] += piece;
  };
  text.split(STRUCTURE).forEach((piece, index) => {
    if (index % 2 === 0 || !piece.startsWith('<')) add(piece, index % 2 === 1);
    else addTag(piece, add);
  });
  return pieces;
}

function addTag(tag: string, add: (piece: string, isStructure: boolean) => void): void {
  const [, start = '', name = '', attributes = '', end = ''] = TAG.exec(tag) ?? [];
  if (!isTag.has(name)) return add(tag, false);
  add(start, true);
  for (const [whole, attribute = '', own = '', is = '', value = '', quote = ''] of attributes.matchAll(ATTRIBUTE)) {
    const known = Object.hasOwn(VALUES, own) ? VALUES[own] : undefined;
    if (known === undefined) add(whole, false);
    else if (known.test(value)) add(whole, true);
    else {
      add(attribute + is, true);
      value.split(ENTITY).forEach((piece, index) => add(piece, index % 2 === 1));
      add(quote, true);
    }
  }
  add(end, true);
}

export const isBuilt = (text: string): boolean => inPieces(text).length > 1;

import { emojiLook } from '@espalier/core/filter/rules';
import type { MarkdownIt } from 'markdown-it';

/** The small parts of GitLab's flavour: emoji names, addresses without a scheme, struck text and the alignment of tables. */

const EMOJI = /:([a-z0-9_+-]{1,50}):(?![\p{L}\p{N}:])/uy;
const BEFORE_EMOJI = /[\p{L}\p{N}:]$/u;
/** Names that GitLab knows besides those of reactions. */
const ALSO: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };

export function emojis(markdown: MarkdownIt): void {
  markdown.inline.ruler.push('emoji', (state, silent) => {
    EMOJI.lastIndex = state.pos;
    const name = EMOJI.exec(state.src)?.[1];
    if (name === undefined || BEFORE_EMOJI.test(state.src.slice(Math.max(0, state.pos - 2), state.pos))) return false;
    const look = emojiLook(ALSO[name] ?? name);
    if (look === null) return false;
    if (!silent) state.push('text', '', 0).content = look;
    state.pos += name.length + 2;
    return true;
  });
}

/** Without a scheme, a host is a link where it begins with `www.`: `README.md` and `node.js` are no addresses. Of schemes only those that links may have. */
export function addresses({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false });
  for (const scheme of ['//', 'ftp:']) linkify.add(scheme, null);
  linkify.add('www.', {
    validate: (text, start) =>
      Math.max(0, linkify.testSchemaAt(`//${text.slice(start, start + 2048)}`, 'http:', 0) - 2),
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

/** GFM's elements and attributes, where markdown-it has others. */
export function gfmHtml(markdown: MarkdownIt): void {
  markdown.core.ruler.push('gfm_html', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(\w+)$/.exec(
        /^t[hd]_open$/.test(token.type) ? String(token.attrGet('style')) : '',
      )?.[1];
      if (align !== undefined) token.attrs = [['align', align]];
      for (const child of token.children ?? []) if (/^s_(?:open|close)$/.test(child.type)) child.tag = 'del';
    }
  });
}

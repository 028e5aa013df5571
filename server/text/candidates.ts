import { parseReference } from '@espalier/core/work-item/rules';
import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from './escape.ts';

export type ReferredKind = 'user' | 'epic' | 'issue' | 'label' | 'milestone';

/** What a text may refer to: nobody has looked yet whether there is such a thing, and who may see it. */
export interface Candidate {
  readonly kind: ReferredKind;
  /** What stands before the sign, `group/project` of `group/project#12`; null: nothing. */
  readonly path: string | null;
  /** Name, title or number. */
  readonly name: string;
  /** As it was written; an address as it is linked to. */
  readonly text: string;
  /** Its title stands before it: `#12+`. */
  readonly titled?: true;
  /** HTML for readers to whom it refers to nothing. */
  readonly plain: string;
  /** Of an address: `https://host`. It refers to something only where that is this server. */
  readonly origin?: string;
}

/** Longer texts than this are shown as they are: rendering must not hold up everybody else. */
export const RENDER_MAX = 200_000;

/** So many of one text are looked up; what comes behind stays plain. */
const MOST = 1000;

const PATH = '[A-Za-z0-9_.][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.][A-Za-z0-9_.-]*)*';
const USER = '[A-Za-z0-9_.](?:[A-Za-z0-9_.-]{0,253}[A-Za-z0-9_-])?';
const TITLE = String.raw`"([^"\n\p{Cs}]{1,255})"|([\p{L}\p{N}_.?&:-]{0,254}[\p{L}\p{N}_&-])`;
/** Each begins where a word may begin, so that a word is read once, however long it is. */
const REFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_./-])(?:(${PATH})?([#&])([1-9]\d{0,9})(?![\p{L}\p{N}_])(\+(?![\p{L}\p{N}_+]))?|@(${USER})(?![\p{L}\p{N}_/])|([~%])(?:${TITLE}))`,
  'gu',
);

/** The candidates found in a text, in their order. */
export const candidatesOf = (env: Env): Candidate[] => ((env as { candidates?: Candidate[] }).candidates ??= []);

/** Where the candidate of this number stands. No text can hold a NUL: what an author writes markdown-it replaces, and `markdown.ts` what an address would show. */
const mark = (index: number): string => `\0${index}\0`;
const MARK = /\0(\d+)\0/g;

/** Finds what texts refer to. Links, code and what is escaped by `\` are left alone; of links only addresses are taken that were written as such. */
export function candidates(markdown: MarkdownIt): void {
  markdown.core.ruler.after('linkify', 'candidates', (state) => {
    for (const block of state.tokens) if (block.type === 'inline') block.children = marked(state, block.children ?? []);
  });
  markdown.renderer.rules.candidate = (tokens, index) => mark(Number(tokens[index]?.meta?.index));
}

function marked(state: StateCore, tokens: readonly Token[]): Token[] {
  const found = candidatesOf(state.env);
  const result: Token[] = [];
  let links = 0;
  const add = (candidate: Candidate) => {
    const token = new state.Token('candidate', '', 0);
    token.meta = { index: found.push(candidate) - 1 };
    result.push(token);
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const address = links === 0 && found.length < MOST ? addressAt(tokens, index) : null;
    if (address) {
      add(address);
      index += 2;
      continue;
    }
    links += linksOpenedBy(token);
    if (token.type === 'text' && links <= 0) {
      let from = 0;
      const text = (to?: number) => {
        const content = token.content.slice(from, to);
        if (content !== '') result.push(Object.assign(new state.Token('text', '', 0), { content }));
      };
      for (const match of token.content.matchAll(REFERENCE)) {
        if (found.length >= MOST) break;
        text(match.index);
        add(read(match));
        from = match.index + match[0].length;
      }
      text();
    } else result.push(token);
  }
  return result;
}

const linksOpenedBy = ({ type, content }: Token): number => {
  if (type === 'link_open' || (type === 'html_inline' && /^<a[>\s]/i.test(content))) return 1;
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content)) ? -1 : 0;
};

function read([text, path, sign, number, plus, user, name, quoted, word]: RegExpExecArray): Candidate {
  const common = { path: path ?? null, text, plain: escapeHtml(text) };
  if (user !== undefined) return { ...common, kind: 'user', name: user };
  if (number !== undefined)
    return { ...common, kind: sign === '&' ? 'epic' : 'issue', name: number, ...(plus && { titled: true as const }) };
  return { ...common, kind: name === '~' ? 'label' : 'milestone', name: quoted ?? word ?? '' };
}

/** The address of an epic or of an item of a project, written as such. */
function addressAt(tokens: readonly Token[], index: number): Candidate | null {
  const [open, shown] = [tokens[index], tokens[index + 1]];
  if (open?.type !== 'link_open' || open.info !== 'auto' || shown?.type !== 'text') return null;
  const text = String(open.attrGet('href'));
  const read = parseReference(text, { kind: 'issue', groupPath: '' });
  if (!read.ok || read.path === null) return null;
  const href = escapeHtml(text);
  return {
    kind: read.kind,
    path: read.path,
    name: String(read.iid),
    text,
    plain: `<a href="${href}" rel="nofollow noreferrer noopener">${escapeHtml(shown.content)}</a>`,
    origin: /^https?:\/\/[^/?#]*/.exec(text)?.[0] ?? '',
  };
}

/** In these elements a reference is a text like any other. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'kbd', 'samp', 'var']);

/** Confirms the marks of a text: what stands in an attribute, where HTML would be an attack, is never confirmed. */
export const confirmMarks = (text: string, tagName: string): string =>
  LEFT_ALONE.has(tagName) ? text : text.replace(MARK, '\0+$1\0');

/** The parts of HTML with confirmed marks: HTML, and between two of them the number of a candidate. What was not confirmed is text again. */
export function partsOf(html: string, found: readonly Candidate[]): readonly string[] {
  return html.replace(MARK, (_, index) => escapeHtml(found[Number(index)]?.text ?? '')).split(/\0\+(\d+)\0/);
}

/** The HTML of these parts with each candidate as `shown` says. */
export const filled = (
  parts: readonly string[],
  found: readonly Candidate[],
  shown: (candidate: Candidate, index: number) => string,
): string =>
  parts
    .map((part, at) => {
      const candidate = at % 2 === 1 ? found[Number(part)] : undefined;
      return candidate === undefined ? part : shown(candidate, Number(part));
    })
    .join('');

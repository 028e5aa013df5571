import type { Env, MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

/** A label, within its brackets: no longer than this, so that brackets without an end cost nothing. */
const REFERENCE = /\[\^([^\s[\]]{1,100})\]/y;
const DEFINITION = /\[\^([^\s[\]]{1,100})\]:/y;

interface Footnote {
  readonly content: Token[];
  /** From 1, in the order of the first references; 0: nobody refers to it. */
  number: number;
  references: number;
}

interface Notes {
  readonly byLabel: Map<string, Footnote>;
  readonly inOrder: Footnote[];
  /** Ends the ids, so that two texts of a page do not lead to each other's notes. */
  readonly suffix: string;
}

const KEPT: unique symbol = Symbol('footnotes');

/** What the text that is being rendered knows of its footnotes. */
function notesOf(env: Env): Notes {
  const kept = env as { [KEPT]?: Notes; suffix?: string };
  return (kept[KEPT] ??= { byLabel: new Map(), inOrder: [], suffix: kept.suffix ?? '' });
}

/** Footnotes: `[^1]` refers to `[^1]: text`, which is shown below everything. One that nobody refers to is not shown. */
export function footnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before(
    'reference',
    'footnote',
    (state, first, end, silent) => {
      DEFINITION.lastIndex = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0);
      const label = DEFINITION.exec(state.src)?.[1];
      if (label === undefined || DEFINITION.lastIndex > (state.eMarks[first] ?? 0)) return false;
      // No footnote within another: what is within one stands below the text already.
      if (state.parentType === 'footnote' || (state.sCount[first] ?? 0) - state.blkIndent >= 4) return false;
      if (silent) return true;
      const { parentType } = state;
      const before = [state.bMarks[first], state.tShift[first], state.sCount[first]] as const;
      const start = DEFINITION.lastIndex;
      const outside = state.tokens;
      const note: Footnote = { content: [], number: 0, references: 0 };
      const spaces = /^[ \t]*/.exec(state.src.slice(start, state.eMarks[first]))?.[0].length ?? 0;
      state.tokens = note.content;
      state.bMarks[first] = start;
      state.tShift[first] = spaces;
      state.blkIndent += 4;
      state.sCount[first] = state.blkIndent;
      state.parentType = 'footnote';
      state.md.block.tokenize(state, first, end);
      state.blkIndent -= 4;
      state.parentType = parentType;
      [state.bMarks[first], state.tShift[first], state.sCount[first]] = before as [number, number, number];
      state.tokens = outside;
      const { byLabel } = notesOf(state.env);
      if (!byLabel.has(fold(label))) byLabel.set(fold(label), note);
      return true;
    },
    { alt: ['paragraph', 'reference'] },
  );
  markdown.inline.ruler.before('link', 'footnote', refer);
  markdown.core.ruler.after('inline', 'footnotes', below);
}

const fold = (label: string): string => label.toLowerCase();

function refer(state: StateInline, silent: boolean): boolean {
  REFERENCE.lastIndex = state.pos;
  const label = REFERENCE.exec(state.src)?.[1];
  const notes = notesOf(state.env);
  const note = label === undefined ? undefined : notes.byLabel.get(fold(label));
  if (!note || label === undefined) return false;
  if (!silent) {
    if (note.number === 0) note.number = notes.inOrder.push(note);
    note.references += 1;
    const at = `${note.number}${note.references > 1 ? `-${note.references}` : ''}`;
    state.push('html_inline', '', 0).content =
      `<sup class="footnote-ref"><a href="#fn-${note.number}-${notes.suffix}" id="fnref-${at}-${notes.suffix}">${note.number}</a></sup>`;
  }
  state.pos += label.length + 3;
  return true;
}

/** Appends the footnotes that are referred to; a note may refer to a further one, which is appended then. */
function below(state: StateCore): void {
  const { inOrder, suffix } = notesOf(state.env);
  if (inOrder.length === 0) return;
  const html = (content: string) => Object.assign(new state.Token('html_block', '', 0), { content });
  state.tokens.push(html('<section class="footnotes">\n<ol>\n'));
  for (const note of inOrder) {
    const { content, number } = note;
    for (const token of content) {
      if (token.type === 'inline') state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
    }
    state.tokens.push(html(`<li id="fn-${number}-${suffix}">\n`), ...content);
    const last = content.at(-1)?.type === 'paragraph_close' ? content.at(-2) : undefined;
    const back = [' ', ...Array.from({ length: note.references }, (_, index) => backTo(number, index + 1, suffix))];
    if (last?.type === 'inline')
      last.children?.push(Object.assign(new state.Token('html_inline', '', 0), { content: back.join('') }));
    else state.tokens.push(html(`<p>${back.join('').trim()}</p>\n`));
    state.tokens.push(html('</li>\n'));
  }
  state.tokens.push(html('</ol>\n</section>\n'));
}

function backTo(number: number, reference: number, suffix: string): string {
  const at = reference > 1 ? `${number}-${reference}` : `${number}`;
  return `<a href="#fnref-${at}-${suffix}" class="footnote-backref" aria-label="Back to reference ${at}">↩</a>`;
}

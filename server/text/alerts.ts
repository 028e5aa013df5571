import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const FIRST_LINE = /^\[!(note|tip|important|caution|warning)\][ \t]*([^\n]*)(?:\n|$)/i;

/** Alerts: a quote whose first line is `[!note]` or another kind becomes a box with a title, the kind's name or what follows it in the line. */
export function alerts(markdown: MarkdownIt): void {
  markdown.core.ruler.before('inline', 'alerts', (state) => {
    /** The quotes that are open, innermost last: the alert that each is. */
    const open: boolean[] = [];
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      if (token.type === 'blockquote_open') {
        const [paragraph, text, end] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]];
        const [line, kind, title] =
          (paragraph?.type === 'paragraph_open' && FIRST_LINE.exec(text?.content ?? '')) || [];
        open.push(kind !== undefined);
        if (kind === undefined || line === undefined || !text || !paragraph || !end) return token;
        token.tag = 'div';
        token.attrSet('class', `markdown-alert markdown-alert-${kind.toLowerCase()}`);
        text.content = text.content.slice(line.length);
        if (text.content === '') for (const nothing of [paragraph, text, end]) nothing.type = 'nothing';
        return [token, ...titled(state, title?.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase())];
      }
      if (token.type === 'blockquote_close' && open.pop() === true) token.tag = 'div';
      return token.type === 'nothing' ? [] : token;
    });
  });
}

function titled(state: StateCore, title: string): Token[] {
  const start = new state.Token('paragraph_open', 'p', 1);
  start.block = true;
  start.attrSet('class', 'markdown-alert-title');
  const text = Object.assign(new state.Token('inline', '', 0), { content: title, children: [] });
  const end = new state.Token('paragraph_close', 'p', -1);
  end.block = true;
  return [start, text, end];
}

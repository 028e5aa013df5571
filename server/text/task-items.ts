import type { MarkdownIt, Token } from 'markdown-it';

const MARKER = /^\[([ xX~])\](?=\s)/;
const LIST_OPEN = /_list_open$/;
const LIST_CLOSE = /_list_close$/;

/** Checklists: `- [ ] text` becomes a list item with a checkbox and the position of its line in the source. */
export function taskItems(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_items', (state) => {
    const { tokens } = state;
    const lines = state.src.split('\n');
    // The lists that are open at this token, innermost last: looked for backwards, a long checklist would cost the square of its items.
    const lists: Token[] = [];
    tokens.forEach((token, index) => {
      if (LIST_OPEN.test(token.type)) lists.push(token);
      else if (LIST_CLOSE.test(token.type)) lists.pop();
      const item = tokens[index - 2];
      const first = token.children?.[0];
      if (token.type !== 'inline' || item?.type !== 'list_item_open' || first?.type !== 'text') return;
      const marker = MARKER.exec(first.content);
      if (!marker) return;
      first.content = first.content.slice(marker[0].length);
      const html = (content: string) => Object.assign(new state.Token('html_inline', '', 0), { content });
      const isInapplicable = marker[1] === '~';
      const mark = isInapplicable ? ' data-inapplicable' : marker[1] === ' ' ? '' : ' checked';
      const label = markdown.utils.escapeHtml(nameOf(token));
      const box = html(`<input type="checkbox" class="task-list-item-checkbox" aria-label="${label}" disabled${mark}>`);
      const text = token.children ?? [];
      if (isInapplicable) {
        first.content = first.content.trimStart();
        token.children = [box, html(' <s class="inapplicable">'), ...text, html('</s>')];
        item.attrJoin('class', 'inapplicable');
      } else token.children = [box, ...text];
      item.attrJoin('class', 'task-list-item');
      const line = token.map?.[0];
      if (line !== undefined) item.attrSet('data-sourcepos', `${line + 1}:1-${line + 1}:${lines[line]?.length ?? 1}`);
      const list = lists.at(-1);
      if (list?.attrGet('class') === null) list.attrJoin('class', 'task-list');
    });
  });
}

/** What the box stands for, read out by a screen reader: the item's text without its markup. */
function nameOf({ children }: Token): string {
  const text = (children ?? [])
    .map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : ' '))
    .join('');
  return `Check: ${text.replace(/\s+/g, ' ').trim()}`;
}

import type { MarkdownIt, Token } from 'markdown-it';

const MARKER = /^\[([ xX~])\](?=\s)/;
/** Stands in every source that has a task item, and in others: those without it need not be rendered to be counted. Means the same to PostgreSQL. */
export const MAY_HAVE_TASKS = /\[[ xX~]\]/;
const LIST_OPEN = /_list_open$/;
const LIST_CLOSE = /_list_close$/;

/** A list that is open, with its items so far. */
interface OpenList {
  readonly list: Token;
  readonly items: Token[];
  /** One of them has a checkbox. */
  hasTasks: boolean;
}

/** Checklists: `- [ ] text` becomes a list item with a checkbox. All items of its list say which lines of the source they take. */
export function taskItems(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_items', (state) => {
    const { tokens } = state;
    const lines = state.src.split('\n');
    // The lists that are open at this token, innermost last: looked for backwards, a long checklist would cost the square of its items.
    const lists: OpenList[] = [];
    tokens.forEach((token, index) => {
      if (LIST_OPEN.test(token.type)) lists.push({ list: token, items: [], hasTasks: false });
      else if (LIST_CLOSE.test(token.type)) {
        const { items, hasTasks } = lists.pop() ?? { items: [], hasTasks: false };
        if (hasTasks) for (const each of items) each.attrSet('data-sourcepos', positionOf(each, lines));
      } else if (token.type === 'list_item_open') lists.at(-1)?.items.push(token);
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
      const open = lists.at(-1);
      if (open === undefined || open.hasTasks) return;
      open.hasTasks = true;
      if (open.list.attrGet('class') === null) open.list.attrJoin('class', 'task-list');
    });
  });
}

/** `3:1-5:9`: the first and the last line of an item, from 1, with what is nested in it, and without the blank lines after it. */
function positionOf({ map }: Token, lines: readonly string[]): string {
  const [first, end] = map ?? [0, 1];
  let last = end;
  while (last > first + 1 && /^[\s>]*$/.test(lines[last - 1] ?? '')) last -= 1;
  return `${first + 1}:1-${last}:${lines[last - 1]?.length ?? 1}`;
}

/** What the box stands for, read out by a screen reader: the item's text without its markup. */
function nameOf({ children }: Token): string {
  const text = (children ?? [])
    .map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : ' '))
    .join('');
  return `Check: ${text.replace(/\s+/g, ' ').trim()}`;
}

import { setBlockType, lift, toggleMark, wrapIn } from '@milkdown/prose/commands';
import { Fragment } from '@milkdown/prose/model';
import type { MarkType, Node, NodeType, ResolvedPos } from '@milkdown/prose/model';
import { liftListItem, sinkListItem, wrapInList } from '@milkdown/prose/schema-list';
import { TextSelection } from '@milkdown/prose/state';
import type { Command, Selection, Transaction } from '@milkdown/prose/state';

type Named = (type: NodeType) => Command;

const withNode =
  (name: string, made: Named): Command =>
  (state, dispatch, view) => {
    const type = state.schema.nodes[name];
    return type !== undefined && made(type)(state, dispatch, view);
  };

const mark =
  (name: string, attrs?: Readonly<Record<string, string>>): Command =>
  (state, dispatch) => {
    const type = state.schema.marks[name];
    return type !== undefined && toggleMark(type, attrs)(state, dispatch);
  };

/** How deep the nearest node of these names is; -1: there is none. */
function depthOf(at: ResolvedPos, names: readonly string[]): number {
  let depth = at.depth;
  while (depth >= 0 && !names.includes(at.node(depth).type.name)) depth--;
  return depth;
}

const quote: Command = (state, dispatch, view) =>
  depthOf(state.selection.$from, ['blockquote']) >= 0
    ? lift(state, dispatch)
    : withNode('blockquote', wrapIn)(state, dispatch, view);

/** Within a line a mark, over several a block. */
const code: Command = (state, dispatch, view) => {
  const { $from, $to } = state.selection;
  if ($from.parent.type.name === 'code_block') return withNode('paragraph', setBlockType)(state, dispatch, view);
  if ($from.sameParent($to)) return mark('inlineCode')(state, dispatch);
  return withNode('code_block', (type) => (now, send) => {
    const text = now.doc.textBetween($from.start(), $to.end(), '\n', '\n');
    const range = $from.blockRange($to);
    if (range === null) return false;
    send?.(
      now.tr.replaceRangeWith(range.start, range.end, type.create(null, text === '' ? null : now.schema.text(text))),
    );
    return true;
  })(state, dispatch, view);
};

const LISTS = ['bullet_list', 'ordered_list'] as const;
type Kind = 'bullets' | 'numbers' | 'tasks';

const kindOf = (list: Node): Kind =>
  typeof list.firstChild?.attrs.checked === 'boolean'
    ? 'tasks'
    : list.type.name === 'ordered_list'
      ? 'numbers'
      : 'bullets';

/** Makes the list around a place one of this kind. */
function turn(tr: Transaction, at: ResolvedPos, kind: Kind): Transaction {
  const depth = depthOf(at, LISTS);
  if (depth < 0) return tr;
  const list = at.node(depth);
  const isOrdered = kind === 'numbers';
  const start = at.before(depth);
  tr.setNodeMarkup(start, tr.doc.type.schema.nodes[isOrdered ? 'ordered_list' : 'bullet_list'], {
    spread: list.attrs.spread,
  });
  list.forEach(({ attrs }, offset, index) =>
    tr.setNodeMarkup(start + 1 + offset, undefined, {
      ...attrs,
      listType: isOrdered ? 'ordered' : 'bullet',
      label: isOrdered ? `${index + 1}.` : '•',
      checked: kind === 'tasks' ? (attrs.checked ?? false) : null,
    }),
  );
  return tr;
}

/** The same list again takes the lines out of it. */
const list =
  (kind: Kind): Command =>
  (state, dispatch, view) => {
    const { $from } = state.selection;
    const depth = depthOf($from, LISTS);
    if (depth >= 0 && kindOf($from.node(depth)) === kind)
      return withNode('list_item', liftListItem)(state, dispatch, view);
    if (depth >= 0) {
      dispatch?.(turn(state.tr, $from, kind));
      return true;
    }
    const send = dispatch && ((tr: Transaction) => dispatch(turn(tr.setMeta('list', kind), tr.selection.$from, kind)));
    return withNode('bullet_list', (type) => wrapInList(type, { spread: false }))(state, send, view);
  };

const table: Command = (state, dispatch) => {
  const { table: type, table_header_row, table_row, table_header, table_cell } = state.schema.nodes;
  const [header, cell] = [table_header?.createAndFill(), table_cell?.createAndFill()];
  if (type === undefined || header == null || cell == null) return false;
  const rows = [table_header_row?.create(null, [header, header]), table_row?.create(null, [cell, cell])];
  const made = type.create(null, Fragment.from(rows.filter((row) => row !== undefined)));
  const { tr } = state;
  const from = tr.selection.$from;
  const isEmpty = from.depth === 1 && from.parent.content.size === 0;
  const place = isEmpty ? from.before(1) : from.after(1);
  tr.replaceWith(place, isEmpty ? from.after(1) : place, made);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(place + 1))).scrollIntoView());
  return true;
};

/** IE-09.64: what the tools of the toolbar do here, by their names. Links ask for an address first. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  Bold: mark('strong'),
  Italic: mark('emphasis'),
  Strikethrough: mark('strike_through'),
  Quote: quote,
  Code: code,
  'Bullet list': list('bullets'),
  'Numbered list': list('numbers'),
  'Task list': list('tasks'),
  Indent: withNode('list_item', sinkListItem),
  Outdent: withNode('list_item', liftListItem),
  Table: table,
};

/** What is selected becomes a link, or the address itself where nothing is; without an address it is none any more. */
export const linkTo =
  (href: string): Command =>
  (state, dispatch) => {
    const { link } = state.schema.marks;
    const { from, to, empty } = state.selection;
    if (link === undefined) return false;
    if (href === '') {
      const around = linkAround(state.selection, link);
      dispatch?.(state.tr.removeMark(around.from, around.to, link));
      return true;
    }
    const made = link.create({ href });
    dispatch?.(
      empty
        ? state.tr.replaceSelectionWith(state.schema.text(href, [made]), false)
        : state.tr.removeMark(from, to, link).addMark(from, to, made),
    );
    return true;
  };

/** What is selected, or the whole link that the caret stands in or beside. */
function linkAround({ from, to, empty, $from }: Selection, link: MarkType) {
  const { parent, nodeAfter } = $from;
  const after = link.isInSet(nodeAfter?.marks ?? []);
  const mark = after ?? link.isInSet($from.nodeBefore?.marks ?? []);
  if (!empty || mark === undefined) return { from, to };
  const isIn = (index: number) => mark.isInSet(parent.maybeChild(index)?.marks ?? []);
  let first = after === undefined ? $from.index() - 1 : $from.index();
  let last = first;
  while (isIn(first - 1)) first--;
  while (isIn(last + 1)) last++;
  return { from: $from.posAtIndex(first), to: $from.posAtIndex(last + 1) };
}

export const isInTable = ({ $head }: Selection): boolean => depthOf($head, ['table']) >= 0;

/** Ticks the task at the caret, or takes its tick away. */
export const tick: Command = ({ selection: { $from }, tr }, dispatch) => {
  const depth = depthOf($from, ['list_item']);
  const attrs = depth < 0 ? {} : $from.node(depth).attrs;
  if (typeof attrs.checked !== 'boolean') return false;
  dispatch?.(tr.setNodeMarkup($from.before(depth), undefined, { ...attrs, checked: !attrs.checked }));
  return true;
};

/** Below a last block that is no paragraph one can write on. */
export const below: Command = (state, dispatch, view) => {
  const { $head, empty } = state.selection;
  const isLast = $head.depth > 0 && $head.after(1) === state.doc.content.size;
  if (!empty || !isLast || $head.node(1).type.name === 'paragraph' || view?.endOfTextblock('down') !== true)
    return false;
  const paragraph = state.schema.nodes.paragraph?.create();
  const end = state.doc.content.size;
  // Within the last line of a list or a quote, too: the caret goes to the end of the block first.
  if (paragraph === undefined || $head.pos < end - $head.depth) return false;
  const tr = state.tr.insert(end, paragraph);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1))).scrollIntoView());
  return true;
};

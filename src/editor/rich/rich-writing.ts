import { isSameText } from '@espalier/core/editor/blocks';
import type { Node, Schema } from '@milkdown/prose/model';
import { SerializerState } from '@milkdown/transformer';
import type { RemarkParser } from '@milkdown/transformer';
import type { Nodes } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown } from 'mdast-util-to-markdown';
import type { Handle, Options } from 'mdast-util-to-markdown';

/** A writer of the blocks of one document; `before` is the source that the block had, whose signs it keeps. */
export interface Writer {
  readonly write: (node: Node, before: string | null) => string;
  /** Would the node say what its source says? */
  readonly isHeld: (node: Node, source: string) => boolean;
}

/** IE-09.63: writes a block with as few escapes as say the same: references to labels and items are none to Markdown. */
export function writerOf(schema: Schema): Writer {
  let escaped: ReadonlySet<string> | null = null;
  let options: Options = {};
  const remark = { stringify: (tree: Nodes) => toMarkdown(filled(tree), options) } as unknown as RemarkParser;
  const serialize = SerializerState.create(schema, remark);
  const written = (node: Node, only: ReadonlySet<string> | null): string => {
    escaped = only;
    return serialize(schema.topNodeType.create(null, node)).replace(/\n$/, '');
  };
  const safely = (node: Node, before: string | null): string => {
    options = { ...signsOf(before ?? ''), ...optionsOf(() => escaped) };
    return written(node, null);
  };
  const write: Writer['write'] = (node, before) => {
    if (node.type.name === 'literal') return node.textContent;
    const safe = safely(node, before);
    const says = (only: ReadonlySet<string>) => isSameText(written(node, only), safe);
    if (says(new Set())) return written(node, new Set());
    const all = new Set(safe.match(/[!-/:-@[-`{-~\s]/g));
    // Each sign in turn: does the text say the same without escapes of it?
    for (const sign of [...all]) {
      all.delete(sign);
      if (!says(all)) all.add(sign);
    }
    return says(all) ? written(node, all) : safe;
  };
  // With few escapes it would say what it says with all of them. Mostly there are none, and nothing has to be read.
  const isHeld: Writer['isHeld'] = (node, source) => {
    const safe = safely(node, source);
    return safe === source || isSameText(safe, source);
  };
  return { write, isHeld };
}

const PHRASES: ReadonlySet<Nodes['type']> = new Set(['paragraph', 'heading', 'tableCell'] as const);

/**
 * The transformer leaves an empty node without children, at which the writers of headings and tasks stumble. Spaces at the ends of lines say nothing, and
 * would be written as `&#x20;`.
 */
function filled(node: Nodes): Nodes {
  if (node.type === 'text') return { ...node, value: textIn(node) };
  if ('value' in node) return node;
  const { children: given = [] } = node as { readonly children?: readonly Nodes[] };
  const children = trimmed(joined(given.map(filled)), PHRASES.has(node.type));
  const [first] = children;
  // So its writer leaves the task as it is, without words.
  if (node.type === 'listItem' && typeof node.checked === 'boolean' && first?.type === 'paragraph')
    if (first.children.length === 0) children[0] = { ...first, children: [{ type: 'text', value: '' }] };
  return { ...node, children } as Nodes;
}

const textIn = ({ value }: { readonly value?: string }): string => value ?? '';

function joined(children: readonly Nodes[]): readonly Nodes[] {
  const made: Nodes[] = [];
  for (const child of children) {
    const last = made.at(-1);
    if (child.type !== 'text' || last?.type !== 'text') made.push(child);
    else made[made.length - 1] = { ...last, value: last.value + child.value };
  }
  return made;
}

/** Without the spaces at the ends of its lines, and without breaks at its end, which would be a backslash there. */
function trimmed(children: readonly Nodes[], isPhrase: boolean): Nodes[] {
  const isEnd = (index: number) => (index in children ? children[index]?.type === 'break' : isPhrase);
  const made = children.flatMap((child, index): Nodes[] => {
    if (child.type !== 'text') return [child];
    let value = child.value.replace(/[ \t]*\n[ \t]*/g, '\n');
    if (isEnd(index - 1)) value = value.replace(/^[ \t\n]+/, '');
    if (isEnd(index + 1)) value = value.replace(/[ \t\n]+$/, '');
    return value === '' ? [] : [{ ...child, value }];
  });
  while (isPhrase && made.at(-1)?.type === 'break') made.pop();
  return made;
}

/** Which signs are escaped: null: all that might mean something, and addresses are in angle brackets. */
function optionsOf(escaped: () => ReadonlySet<string> | null): Options {
  const only =
    (handle: Handle): Handle =>
    (node, parent, state, info) => {
      const { unsafe } = state;
      const signs = escaped();
      if (signs !== null) state.unsafe = unsafe.filter(({ character }) => signs.has(character));
      const made = handle(node, parent, state, info);
      state.unsafe = unsafe;
      return made;
    };
  const marked = (sign: 'emphasis' | 'strong'): Handle => {
    const handle: Handle = (node: { readonly marker?: string }, parent, state, info) => {
      const was = state.options;
      state.options = { ...was, [sign]: node.marker === '_' ? '_' : '*' };
      const made = (defaultHandlers[sign] as Handle)(node, parent, state, info);
      state.options = was;
      return made;
    };
    return Object.assign(handle, { peek: () => '*' });
  };
  const link = Object.assign(
    ((node: { readonly url: string; readonly children: readonly Nodes[] }, parent, state, info) => {
      const [text] = node.children;
      const isBare = node.children.length === 1 && text?.type === 'text' && text.value === node.url;
      return isBare && escaped() !== null ? node.url : (defaultHandlers.link as Handle)(node, parent, state, info);
    }) satisfies Handle,
    { peek: () => '[' },
  );
  return {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: { text: only(defaultHandlers.text), emphasis: marked('emphasis'), strong: marked('strong'), link },
  };
}

/** The signs that a block was written with. */
function signsOf(source: string): Options {
  const sign = <S extends string>(pattern: RegExp) => pattern.exec(source)?.[1] as S | undefined;
  const numbers = [...source.matchAll(/^(\d+)[.)] /gm)].map(([, number]) => number);
  return {
    bullet: sign<'-' | '*' | '+'>(/^\s*(?:>\s*)*([-*+])\s/m) ?? '-',
    bulletOrdered: sign<'.' | ')'>(/^\s*(?:>\s*)*\d+([.)])\s/m) ?? '.',
    incrementListMarker: numbers.length < 2 || numbers[0] !== numbers[1],
    listItemIndent: 'one',
    fence: sign<'`' | '~'>(/^\s*(`|~)(?:`{2,}|~{2,})/m) ?? '`',
    rule: sign<'-' | '*' | '_'>(/^ {0,3}([-*_])/) ?? '-',
    ruleSpaces: /^ {0,3}[-*_] /.test(source),
    setext: /\n *(?:=+|-+) *$/.test(source),
    closeAtx: /^#.* #+ *$/.test(source),
    resourceLink: false,
  };
}

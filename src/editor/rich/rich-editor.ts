import { Editor, editorViewCtx, editorViewOptionsCtx, parserCtx, rootCtx, schemaCtx } from '@milkdown/core';
import { history } from '@milkdown/plugin-history';
import { remarkGFMPlugin } from '@milkdown/preset-gfm';
import { Fragment, Slice } from '@milkdown/prose/model';
import type { Node } from '@milkdown/prose/model';
import { Selection, type Command, type Transaction } from '@milkdown/prose/state';
import type { EditorView } from '@milkdown/prose/view';
import { isAddress, rowsOfText, tableOf } from '@espalier/core/editor';
import type { Host } from '../use-choices.ts';
import { choicesIn } from './rich-choices.ts';
import { richDocument } from './rich-document.ts';
import { nodes } from './rich-nodes.ts';
import { taken } from './rich-taking.ts';
import { below, isInTable, linkTo, tick } from './rich-tools.ts';

export interface RichEditor {
  readonly choices: Host;
  /** Takes in a text that comes from outside; the caret stays where it can. */
  readonly take: (text: string) => void;
  readonly run: (command: Command) => void;
  readonly focus: () => void;
  /** Its attributes or whether it takes anything have changed. */
  readonly look: () => void;
  readonly destroy: () => void;
}

export interface RichEditorOptions {
  /** It may change until it is opened. */
  readonly text: () => string;
  /** Where the caret stands in the text when it is opened, in UTF-16 units; null: at its end. */
  readonly caret: () => number | null;
  readonly onText: (text: string) => void;
  readonly attributes: () => Record<string, string>;
  readonly isEditable: () => boolean;
  /** True: the key was for others, and the editor does nothing. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** Something was written here, at the caret that is selected now. */
  readonly onTyped: () => void;
  /** What is selected may be something else by now. */
  readonly onMoved: (start: number, end: number) => void;
  readonly onBlur: () => void;
}

/** For so long a text is read before others have their turn. */
const SLICE_MS = 30;

/** IE-09.80: in slices, so that keys are heard meanwhile. */
function slices(): () => Promise<void> | undefined {
  let end = 0;
  const turn = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + SLICE_MS;
  };
  return () => (performance.now() < end ? undefined : turn());
}

/** An editor by Milkdown in an element; without a text where that has left the page meanwhile. */
export async function richEditor(root: HTMLElement, options: RichEditorOptions): Promise<RichEditor> {
  const { isEditable, attributes } = options;
  let onChange: (document: Node) => void = () => undefined;
  let nodesOf: (text: string) => readonly Node[] = () => [];
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root);
      ctx.set(remarkGFMPlugin.options.key, { singleTilde: false });
      ctx.set(editorViewOptionsCtx, {
        attributes,
        editable: isEditable,
        // Tab leaves the field as it leaves the source, and goes from cell to cell.
        handleDOMEvents: {
          keydown: ({ state }, event) => options.onKey(event) || (event.key === 'Tab' && !isInTable(state.selection)),
          blur: () => void options.onBlur(),
        },
        handleKeyDown: (view, { key, altKey, shiftKey }) =>
          (key === 'ArrowDown' && !shiftKey && below(view.state, view.dispatch, view)) ||
          (key === 'Enter' && altKey && tick(view.state, view.dispatch)),
        handleClickOn: ticked,
        handlePaste: ({ state, dispatch }, { clipboardData }) => linked(clipboardData)(state, dispatch),
        clipboardTextParser: (text) =>
          Slice.maxOpen(Fragment.from([...nodesOf(tableOf(rowsOfText(text) ?? []) ?? text)])),
        dispatchTransaction(this: EditorView, tr) {
          const before = this.state.doc;
          this.updateState(this.state.apply(tr));
          const { doc, selection } = this.state;
          const isOurs = doc !== before && tr.getMeta('taken') !== true;
          if (isOurs) onChange(doc);
          // What an input method composes asks for nothing.
          const isComposed = this.composing || tr.getMeta('composition') !== undefined;
          if (isOurs && !isComposed) options.onTyped();
          else options.onMoved(selection.from, selection.to);
        },
      });
    })
    .use(nodes)
    .use(history)
    .create();
  const { ctx } = editor;
  const view = ctx.get(editorViewCtx);
  const rich = richDocument(ctx.get(schemaCtx), ctx.get(parserCtx));
  const dispatch = (tr: Transaction) => view.dispatch(tr.setMeta('taken', true).setMeta('addToHistory', false));
  await rich.prepare(options.text(), slices(), () => root.isConnected);
  const opened = root.isConnected ? rich.open(options.text()) : [];
  if (opened.length > 0) {
    const { tr } = view.state;
    tr.replaceWith(0, tr.doc.content.size, opened);
    const caret = options.caret();
    if (caret !== null) tr.setSelection(Selection.near(tr.doc.resolve(rich.placeOf(caret))));
    dispatch(tr);
  }
  ({ nodesOf } = rich);
  onChange = (document) => options.onText(rich.textOf(document));
  return {
    choices: choicesIn(view, nodesOf),
    take(text) {
      const tr = taken(view.state, rich.open(text));
      if (tr.docChanged) dispatch(tr);
    },
    run(command) {
      command(view.state, view.dispatch, view);
      view.focus();
    },
    focus: () => view.focus(),
    look: () => view.setProps({}),
    destroy: () => void editor.destroy(),
  };
}

/** IE-09.36: an address that is pasted over words of a line makes them a link. */
const linked =
  (pasted: DataTransfer | null): Command =>
  (state, dispatch) => {
    const address = pasted?.getData('text/plain').trim() ?? '';
    const { $from, $to, from, to, empty } = state.selection;
    const { link } = state.schema.marks;
    const holdsLinks = link !== undefined && $from.parent.inlineContent && $from.parent.type.allowsMarkType(link);
    if (empty || !$from.sameParent($to) || !holdsLinks || !isAddress(address)) return false;
    return !isAddress(state.doc.textBetween(from, to).trim()) && linkTo(address)(state, dispatch);
  };

/** A click on the box of a task, which its item draws beside its text. */
function ticked(view: EditorView, _: number, node: Node, place: number, { target }: MouseEvent): boolean {
  if (target !== view.nodeDOM(place) || !view.editable || typeof node.attrs.checked !== 'boolean') return false;
  view.dispatch(view.state.tr.setNodeMarkup(place, undefined, { ...node.attrs, checked: !node.attrs.checked }));
  return true;
}

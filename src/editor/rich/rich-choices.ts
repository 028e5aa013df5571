import { completed, isInCode, triggerAt } from '@espalier/core/editor';
import { closeHistory } from '@milkdown/prose/history';
import { Mark } from '@milkdown/prose/model';
import type { Node } from '@milkdown/prose/model';
import { TextSelection } from '@milkdown/prose/state';
import type { EditorView } from '@milkdown/prose/view';
import type { Host } from '../use-choices.ts';

const LITERAL = 'literal';

/** IE-09.68, IE-09.69: rich text as a field at whose caret something is offered. `nodesOf` gives the blocks of a text. */
export const choicesIn = (view: EditorView, nodesOf: (text: string) => readonly Node[]): Host => ({
  asked() {
    const { doc, schema, selection } = view.state;
    const { $from, empty } = selection;
    const { parent, parentOffset, pos: caret, depth } = $from;
    const isSource = parent.type.name === LITERAL;
    if (!empty || !parent.isTextblock || (parent.type.spec.code === true && !isSource)) return null;
    const start = $from.start();
    const { inlineCode } = schema.marks;
    // What is code already, and what will be once its second sign is typed.
    const isCode = (text: string, from: number): boolean =>
      isInCode(text, from) ||
      (inlineCode !== undefined && doc.rangeHasMark(start + from, start + from + 1, inlineCode));
    const found = triggerAt(parent.textContent, parentOffset, isCode);
    const isCommand = found?.kind === 'action' && !isSource;
    // Elsewhere the line does not begin with it in the source.
    if (found === null || (isCommand && (depth !== 1 || parent.type.name !== 'paragraph'))) return null;
    return { ...found, from: start + found.from, caret };
  },
  placeOf(place) {
    const { left, top, bottom } = view.coordsAtPos(place);
    const field = view.dom.getBoundingClientRect();
    return { left: left - field.left, top: top - field.top, line: bottom - top, field };
  },
  write({ from, caret }, written) {
    const { doc, schema, tr } = view.state;
    const $caret = doc.resolve(caret);
    const { parent } = $caret;
    const start = $caret.start();
    const { textContent: text } = parent;
    const made = completed(text, caret - start, { from: from - start }, written);
    /** A space that stands there stays; the caret goes behind it. */
    const isSpaced = text.length - made.text.length + made.start > caret - start;
    const [block, ...others] = parent.type.name === LITERAL ? [] : nodesOf(written);
    const isLine = block?.type.name === 'paragraph' && others.length === 0;
    // As the source would say it: what is no plain text there is none here, so that nothing in it is escaped.
    const words = isLine ? block.children : [schema.text(written)];
    const marks = $caret.marks();
    const nodes = [...words, ...(isSpaced ? [] : [schema.text(' ')])].map((node) =>
      node.mark(marks.reduce((set, mark) => mark.addToSet(set), Mark.setFrom(node.marks))),
    );
    tr.replaceWith(from, caret, nodes);
    tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(caret) + Number(isSpaced))).scrollIntoView();
    // One step for undo: neither what was typed before belongs to it, nor what comes behind.
    view.dispatch(closeHistory(tr));
    view.dispatch(closeHistory(view.state.tr));
    view.focus();
  },
});

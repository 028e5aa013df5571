/** A rich editor in a document that lays nothing out. */
import type { RichEditor, RichEditorOptions } from '../editor/rich/rich-editor.ts';
import { richEditor } from '../editor/rich/rich-editor.ts';

const nothing = (): void => undefined;

type Given = Omit<RichEditorOptions, 'text' | 'caret'>;

const IDLE: Given = {
  onText: nothing,
  attributes: () => ({}),
  isEditable: () => true,
  onKey: () => false,
  onTyped: nothing,
  onMoved: nothing,
  onBlur: nothing,
};

/** The element that the editor stands in. */
export const richRoot = document.createElement('div');

/** Opens it; what is not given is not told to anybody. */
export function openRichEditor({
  text,
  caret = null,
  ...given
}: Partial<Given> & { readonly text: string; readonly caret?: number | null }): Promise<RichEditor> {
  Range.prototype.getClientRects = () => richRoot.getClientRects();
  Range.prototype.getBoundingClientRect = () => richRoot.getBoundingClientRect();
  document.body.append(richRoot);
  return richEditor(richRoot, { ...IDLE, text: () => text, caret: () => caret, ...given });
}

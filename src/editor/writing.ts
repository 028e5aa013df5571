import { changeBetween, type Edit, type Edited } from '@espalier/core/editor';

export type Area = HTMLTextAreaElement;

export const editedIn = ({ value, selectionStart, selectionEnd }: Area): Edited => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/**
 * IE-09.30: writes as a person would, so that undo takes it back. `execCommand` is old and without a successor: it is the only way into the undo history
 * of a text field. Where a browser has it no more the text is set, and the history of the field ends there.
 */
export function write(area: Area, after: Edited): void {
  const change = changeBetween(area.value, after.text);
  area.focus();
  if (change !== null) {
    const { from, to, insert } = change;
    area.setSelectionRange(from, to);
    if (!typed(insert)) {
      area.setRangeText(insert, from, to, 'end');
      area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
  area.setSelectionRange(after.start, after.end);
}

const typed = (insert: string): boolean =>
  'execCommand' in document &&
  (insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert));

export const edit = (area: Area, change: Edit): void => write(area, change(editedIn(area)));

/** The table that the pasted HTML is, as rows of texts; null: it is something else, or more than that. */
export function tableIn(html: string): readonly (readonly string[])[] | null {
  if (!/<table/i.test(html)) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const tables = body.querySelectorAll('table');
  const [table] = tables;
  for (const style of body.querySelectorAll('style, script')) style.remove();
  if (table === undefined || tables.length > 1 || body.textContent.trim() !== table.textContent.trim()) return null;
  return [...table.rows].map((row) => [...row.cells].flatMap(textsOf));
}

/** A cell over several columns is followed by empty ones. */
function textsOf(cell: HTMLTableCellElement): readonly string[] {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
  return [cell.textContent, ...Array.from({ length: Math.min(cell.colSpan, 100) - 1 }, () => '')];
}

const COPIED = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'tabSize',
  'textIndent',
  'direction',
] as const;

/** Where a place of the text is, and how high its line, in pixels from the corner of the field. It lays the text out once more, so it is asked once for a list. */
export function placeOf(
  area: Area,
  index: number,
): { readonly left: number; readonly top: number; readonly line: number } {
  const mirror = document.createElement('div');
  const style = getComputedStyle(area);
  for (const name of COPIED) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${area.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const mark = document.createElement('span');
  mark.textContent = '\u200b';
  mirror.append(area.value.slice(0, index), mark);
  area.parentElement?.append(mirror);
  const place = { left: mark.offsetLeft, top: mark.offsetTop - area.scrollTop, line: mark.offsetHeight };
  mirror.remove();
  return place;
}

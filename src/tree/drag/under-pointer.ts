import type { UnderPointer } from './pointer.ts';

/** TR-16.28: what is at a point of the list. Places are those at which rows come to rest, not where they pass on their way. */
export function underPointer(list: HTMLElement, x: number, y: number): Pick<UnderPointer, 'drawn' | 'displaced'> {
  const found: { drawn: string | null; displaced: string | null } = { drawn: null, displaced: null };
  const { left, right, top, bottom } = list.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return found;
  const rows = list.querySelectorAll<HTMLElement>('[data-row]');
  const origin = rows[0]?.offsetParent?.getBoundingClientRect().top ?? top;
  for (const row of rows) {
    const at = y - origin - row.offsetTop;
    const within = (place: number) => place >= 0 && place < row.offsetHeight;
    if (within(at)) found.displaced = row.dataset['row'] ?? null;
    if (within(at - displacement(row))) found.drawn = row.dataset['row'] ?? null;
  }
  return found;
}

/** How far the drag library has told a row to make room. */
function displacement({ style }: HTMLElement): number {
  return style.transform === '' || style.transform === 'none' ? 0 : new DOMMatrixReadOnly(style.transform).m42;
}

/** Whether the item of a row is collapsed. */
export function isCollapsed(list: HTMLElement, key: string): boolean {
  return list.querySelector(`[data-row="${CSS.escape(key)}"]`)?.getAttribute('aria-expanded') === 'false';
}

/** The boxes of a checklist, their lines, and the button that each line has. */
import { lineOf } from '../ui/source-line.ts';

/** A button beside every box with whose line something can be done. Text that is drawn anew comes without them. */
export function putButtons(
  boxes: readonly HTMLInputElement[],
  className: string,
  { isOffered, saving }: { readonly isOffered: (line: number) => boolean; readonly saving: boolean },
): void {
  for (const box of boxes) {
    const next = box.nextElementSibling;
    const known = next instanceof HTMLButtonElement ? next : null;
    if (!isOffered(lineOf(box) ?? 0)) known?.remove();
    else {
      const button = known ?? lineButton(box, className);
      button.setAttribute('aria-disabled', String(saving));
      if (known === null) box.after(button);
    }
  }
}

function lineButton(box: HTMLInputElement, className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-label', (box.getAttribute('aria-label') ?? '').replace(/^Check:/, 'Actions for:'));
  return button;
}

/** The button that was pressed. */
export const buttonOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('li button') : null;

/** Where a line stands, so that it is found again in text that was drawn anew: the list among all lists of the text, the item in it, and its part that has the focus. */
export interface LinePlace {
  readonly list: number;
  readonly item: number;
  readonly name: string | null;
  readonly part: 'input' | 'button';
}

const listsIn = (root: HTMLElement) => [...root.querySelectorAll('ul, ol')];

/** `to`: its place in its list by then. */
export function linePlace(root: HTMLElement, part: Element, to?: number): LinePlace | null {
  const item = part.closest('li');
  const list = item?.parentElement;
  if (!item || !list) return null;
  return {
    list: listsIn(root).indexOf(list as HTMLUListElement),
    item: to ?? [...list.children].indexOf(item),
    name: part.getAttribute('aria-label'),
    part: part instanceof HTMLInputElement ? 'input' : 'button',
  };
}

/** The line by its name; if it has gone, the one in its place. */
export function partAt(root: HTMLElement, { list, item, name, part }: LinePlace): HTMLElement | null {
  const own = `:scope > ${part}, :scope > p > ${part}`;
  const parts = [...(listsIn(root)[list]?.children ?? [])].map((each) => each.querySelector<HTMLElement>(own));
  const isIt = (each: HTMLElement | null | undefined) => each?.getAttribute('aria-label') === name;
  return (isIt(parts[item]) ? parts[item] : parts.find(isIt)) ?? parts[item] ?? parts.at(-1) ?? null;
}

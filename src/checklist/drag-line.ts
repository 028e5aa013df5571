/** Drags an item of a checklist by its button, with mouse, pen or finger, within its list. */

/** So far the pointer may go before a press becomes a drag. Pixels. */
const SLOP = 4;

interface DragLine {
  readonly button: HTMLElement;
  readonly down: PointerEvent;
  /** Its new place among the items of its list, from 0. */
  readonly onDrop: (to: number) => void;
}

/** Follows the pointer that went down on the button until it goes up. */
export function dragLine({ button, down, onDrop }: DragLine): void {
  const item = button.closest('li');
  const list = item?.parentElement;
  if (!item || !list) return;
  const items = [...list.children].filter((each) => each instanceof HTMLLIElement);
  const from = items.indexOf(item);
  /** Where it would go; null: it is no drag yet. */
  let to: number | null = null;
  let isCancelled = false;

  const mark = (place: number) => {
    for (const [index, each] of items.entries()) {
      if (index !== place || place === from) delete each.dataset['drop'];
      else each.dataset['drop'] = place < from ? 'before' : 'after';
    }
  };
  const move = ({ pointerId, clientY }: PointerEvent) => {
    const isNear = to === null && Math.abs(clientY - down.clientY) <= SLOP;
    if (pointerId !== down.pointerId || isNear || isCancelled) return;
    const middles = items.map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
    to = middles.filter((middle, index) => index !== from && middle < clientY).length;
    item.dataset['lifted'] = '';
    mark(to);
  };
  const putBack = () => {
    isCancelled = to !== null;
    delete item.dataset['lifted'];
    mark(from);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || to === null) return;
    event.stopPropagation();
    putBack();
  };
  const end = ({ type, pointerId }: PointerEvent) => {
    if (pointerId !== down.pointerId) return;
    for (const [name, handler] of handlers) window.removeEventListener(name, handler as EventListener, true);
    // Text that was drawn anew meanwhile has other buttons, and other lines perhaps.
    const place = isCancelled || type === 'pointercancel' || !button.isConnected ? null : to;
    putBack();
    if (to === null) return;
    // A press that was a drag is no click.
    const swallow = (event: Event) => event.stopPropagation();
    window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, true));
    if (place !== null && place !== from) onDrop(place);
  };
  const handlers = [
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
    ['keydown', press],
  ] as const;
  for (const [name, handler] of handlers) window.addEventListener(name, handler as EventListener, true);
}

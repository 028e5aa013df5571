/** A pointer that moves less than this many pixels is a click. */
const THRESHOLD = 4;
/** A finger that rests this long grabs the bar; one that moves further before that scrolls. Milliseconds and pixels. */
const HOLD = 400;
const SLIP = 8;
/** Within EDGE pixels of an edge the timeline scrolls during a drag, by at most FASTEST pixels per frame. */
const EDGE = 48;
const FASTEST = 14;

interface BarDrag {
  readonly scroller: HTMLElement;
  /** Width of the column at the left edge, under which no bar is seen. */
  readonly details: number;
  /** The bar is grabbed: from here on it is not a click. */
  readonly begin: () => void;
  /** Where the pointer is, in pixels from the first cell on. */
  readonly move: (x: number) => void;
  /** Called once at the end: released (true) or cancelled. If the drag never began it was a click, or a scroll. */
  readonly end: (keep: boolean) => void;
}

/** Pixels from the first cell on. */
export const placeOf = (clientX: number, scroller: HTMLElement, details: number): number =>
  clientX - scroller.getBoundingClientRect().left - details + scroller.scrollLeft;

/**
 * Follows the pointer that was pressed on a bar until it is released: a mouse from the first pixels on, a finger once it has rested. Near an edge the
 * timeline scrolls. Returns a function that stops it silently.
 */
export function followDrag(down: PointerEvent, { scroller, details, begin, move, end }: BarDrag): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const finger = down.pointerType === 'touch';
  let begun = false;
  let x = down.clientX;
  let frame = 0;

  const stop = () => {
    listening.abort();
    window.clearTimeout(held);
    window.cancelAnimationFrame(frame);
  };
  const finish = (keep: boolean) => {
    stop();
    end(keep);
  };
  const follow = () => {
    move(placeOf(x, scroller, details));
    if (frame === 0) frame = window.requestAnimationFrame(scroll);
  };
  const take = () => {
    begun = true;
    begin();
    follow();
  };
  const held = finger ? window.setTimeout(take, HOLD) : 0;

  const scroll = () => {
    const box = scroller.getBoundingClientRect();
    const by = speedOf(x, box.left + details, box.left + scroller.clientWidth);
    frame = by === 0 ? 0 : window.requestAnimationFrame(scroll);
    if (by === 0) return;
    scroller.scrollLeft += by;
    move(placeOf(x, scroller, details));
  };

  const moved = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (pointerId !== down.pointerId) return;
    x = clientX;
    if (!begun) {
      const [far, high] = [Math.abs(clientX - down.clientX), Math.abs(clientY - down.clientY)];
      if (finger && Math.max(far, high) > SLIP) finish(false);
      else if (!finger && far >= THRESHOLD) take();
      return;
    }
    follow();
  };
  const mine = (keep: boolean) => (event: PointerEvent) => {
    if (event.pointerId === down.pointerId) finish(keep);
  };
  document.addEventListener('pointermove', moved, { signal });
  document.addEventListener('pointerup', mine(true), { signal });
  document.addEventListener('pointercancel', mine(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(false), { signal });
  // A finger that has grabbed the bar neither scrolls nor opens a menu.
  const keep = (event: Event) => begun && event.cancelable && event.preventDefault();
  document.addEventListener('touchmove', keep, { signal, passive: false });
  document.addEventListener('contextmenu', (event) => finger && event.preventDefault(), { signal });
  return stop;
}

/** Pixels to scroll in one frame: the nearer to the edge, the more. */
function speedOf(x: number, left: number, right: number): number {
  const share = (depth: number): number => Math.ceil(Math.min(1, depth / EDGE) * FASTEST);
  if (x < left + EDGE) return -share(left + EDGE - x);
  return x > right - EDGE ? share(x - (right - EDGE)) : 0;
}

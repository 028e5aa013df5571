import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { parseInstant, timestamp } from '@espalier/core/calendar';
import styles from './tooltip.module.css';
import { region } from '../ports/region.ts';

/** The pointer must rest this long to show the tooltip, and has this long to reach it after leaving the target. */
const REST_MS = 400;
const LEAVE_MS = 150;
const GAP = 6;

interface Shown {
  readonly target: HTMLElement;
  readonly text: string;
}

/** The text for a target whose `data-tooltip` is empty: expensive texts are computed only on demand. */
type Describe = (target: HTMLElement) => string | null;

/**
 * One tooltip for the whole page, for every element with `data-tooltip`, on hover, focus and touch. It can be hovered, stays as long as it is wanted,
 * and Escape dismisses it (WCAG 1.4.13). Rows therefore need no elements and no listeners for their tooltips.
 */
export function Tooltips({ describe }: { readonly describe?: Describe }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const tip = useRef<HTMLDivElement>(null);

  useEffect(() => watch(setShown, tip, describe), [describe]);

  useLayoutEffect(() => {
    const { current } = tip;
    if (!shown || !current) return;
    placeBeside(current, shown.target, { gap: GAP });
    const already = shown.target.getAttribute('aria-describedby');
    // A name that repeats the tooltip needs no description.
    if (already !== null || shown.target.getAttribute('aria-label') === shown.text) return;
    shown.target.setAttribute('aria-describedby', 'tooltip');
    return () => shown.target.removeAttribute('aria-describedby');
  }, [shown]);

  if (!shown) return null;
  return (
    <div ref={tip} className={styles.tip} id="tooltip" role="tooltip">
      {shown.text}
    </div>
  );
}

function watch(
  show: (shown: Shown | null) => void,
  tip: { readonly current: HTMLDivElement | null },
  describe: Describe | undefined,
): () => void {
  let timer = 0;
  let target: HTMLElement | null = null;

  const later = (wait: number, run: () => void) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(run, wait);
  };
  const open = (element: HTMLElement) => {
    const text = element.dataset['tooltip'] || describe?.(element);
    if (!text || !element.isConnected) return;
    target = element;
    show({ target: element, text });
  };
  const close = () => {
    window.clearTimeout(timer);
    if (target === null) return;
    target = null;
    show(null);
  };
  const holder = (node: EventTarget | null) =>
    node instanceof Element ? node.closest<HTMLElement>('[data-tooltip]') : null;

  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const element = holder(event.target);
    if (element !== null && element === target) window.clearTimeout(timer);
    else if (element !== null) later(target === null ? REST_MS : 0, () => open(element));
    else if (event.target instanceof Node && tip.current?.contains(event.target)) window.clearTimeout(timer);
    else if (target !== null) later(LEAVE_MS, close);
    else window.clearTimeout(timer);
  };
  const focus = (event: FocusEvent) => {
    const element = event.target instanceof HTMLElement && event.target.matches(':focus-visible') ? event.target : null;
    if (element?.dataset['tooltip'] !== undefined) later(0, () => open(element));
    else close();
  };
  const press = (event: PointerEvent) => {
    const element = holder(event.target);
    if (event.pointerType === 'touch' && element !== null && element !== target && !isControl(element)) open(element);
    else close();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };

  document.addEventListener('pointerover', over);
  document.addEventListener('focusin', focus);
  document.addEventListener('focusout', close);
  document.addEventListener('pointerdown', press);
  document.addEventListener('keydown', key);
  window.addEventListener('scroll', close, true);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('pointerover', over);
    document.removeEventListener('focusin', focus);
    document.removeEventListener('focusout', close);
    document.removeEventListener('pointerdown', press);
    document.removeEventListener('keydown', key);
    window.removeEventListener('scroll', close, true);
  };
}

const isControl = (element: HTMLElement) => element.matches('a, button, input, select');

/** Pixels that a box keeps from the edges of the window. */
const MARGIN = 8;

interface Beside {
  /** Pixels between the box and its anchor. */
  readonly gap: number;
  /** Where the box is to begin, in pixels of the window; if not given it stands in the middle of its anchor. */
  readonly left?: number;
}

/** Places a fixed box below its anchor, above it where there is no room below, and never past the edges of the window. */
export function placeBeside(box: HTMLElement, anchor: HTMLElement, { gap, left }: Beside): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  // A scrollbar takes its part of the window.
  const { clientWidth } = document.documentElement;
  const below = at.bottom + gap;
  const top = below + height > window.innerHeight - MARGIN ? at.top - gap - height : below;
  const start = left ?? at.left + at.width / 2 - width / 2;
  box.style.top = `${Math.max(MARGIN, top)}px`;
  box.style.left = `${Math.max(MARGIN, Math.min(start, clientWidth - MARGIN - width))}px`;
}

/** The tooltips of the product's pages. Loaded after the page. */
export const PageTooltips = () => <Tooltips describe={describe} />;

/** Texts that are computed on demand: a time, or a text that is cut off. */
const describe = (target: HTMLElement): string | null =>
  exactTime(target) ?? (target.scrollWidth > target.clientWidth ? target.textContent : null);

/** The exact times of a `TimeAgo`, in the viewer's zone: `Jan 14, 2020 5:00pm GMT+1`. For `Tooltips`. */
function exactTime(target: HTMLElement): string | null {
  if (!(target instanceof HTMLTimeElement)) return null;
  const times = target.dataset['times']?.split('|') ?? [target.dateTime];
  const zone = region.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const lines = times.flatMap((time) => {
    const then = parseInstant(time.slice(time.lastIndexOf(' ') + 1));
    return then === null ? [] : [time.slice(0, time.lastIndexOf(' ') + 1) + timestamp(then, zone)];
  });
  return lines.length === 0 ? null : lines.join('\n');
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { placeBeside } from './place-beside.ts';
import styles from './tooltip.module.css';

/** A pointer that rests this long asks for an explanation; one that leaves is given this long to reach the tooltip itself. */
const REST_MS = 400;
const LEAVE_MS = 150;
const GAP = 6;

interface Shown {
  readonly target: HTMLElement;
  readonly text: string;
}

/** The text of a target whose `data-tooltip` is empty: what is costly to word is worded only when it is asked for. */
type Describe = (target: HTMLElement) => string | null;

/**
 * One tooltip for the whole page: it explains whatever carries `data-tooltip`, on hover, on focus, and on a touch. It can be pointed at,
 * stays as long as it is wanted, and Escape takes it away (WCAG 1.4.13). Rows therefore cost no element and no listener for theirs.
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

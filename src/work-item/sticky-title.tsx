import { useEffect, useState, type RefObject } from 'react';
import { Badge } from '../ui/label-pill.tsx';
import { ConfidentialIcon, STATE_LOOK } from './item-signs.tsx';
import styles from './sticky-title.module.css';

export interface ShownItem {
  readonly title: string;
  /** What it is, within a sentence. */
  readonly noun: string;
  readonly badge: { readonly text: string; readonly state: keyof typeof STATE_LOOK };
  readonly confidential: { readonly text: string; readonly tooltip: string } | null;
}

interface StickyTitleProps {
  readonly item: ShownItem;
  /** What shows the title on the page. */
  readonly top: RefObject<HTMLElement | null>;
}

/** IE-01.41: state and title under the product's header while the title itself is scrolled out of view; a press leads up to it. */
export function StickyTitle({ item: { title, badge, confidential }, top }: StickyTitleProps) {
  const passed = usePassed(top);
  if (!passed) return null;
  const look = STATE_LOOK[badge.state];
  return (
    <div className={styles.bar}>
      <Badge tone={look.tone} icon={look.icon}>
        {badge.text}
      </Badge>
      {confidential !== null && <ConfidentialIcon tooltip={confidential.tooltip} />}
      <button
        type="button"
        className={styles.title}
        dir="auto"
        title="Scroll to the top"
        onClick={() => {
          window.scrollTo({ top: 0 });
          // This button goes, and with it the focus.
          const heading = top.current?.querySelector('h1');
          heading?.setAttribute('tabindex', '-1');
          heading?.focus({ preventScroll: true });
        }}
      >
        {title}
      </button>
    </div>
  );
}

/** Whether an element has gone up behind the product's header. */
function usePassed(element: RefObject<HTMLElement | null>): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        const { boundingClientRect, isIntersecting, rootBounds } = entry;
        setPassed(!isIntersecting && boundingClientRect.bottom <= (rootBounds?.top ?? 0));
      },
      { rootMargin: `-${headerHeight()}px 0px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return passed;
}

const headerHeight = (): number => document.querySelector('header')?.offsetHeight ?? 0;

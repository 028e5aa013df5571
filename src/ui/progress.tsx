import { useLayoutEffect, useSyncExternalStore } from 'react';
import styles from './progress.module.css';

/** How many parts of the page are loading, its code included. */
let parts = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  parts += by;
  for (const changed of [...listeners]) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** RP-02.271: the part of the page that calls this is loading as long as it is mounted, or as long as it says so. */
export function useOnItsWay(waiting = true): void {
  useLayoutEffect(() => {
    if (!waiting) return;
    change(1);
    return () => change(-1);
  }, [waiting]);
}

/** RP-02.271: the code of a page is loading. This is called during a render, when no state may be set. */
export function onItsWay<T>(loading: Promise<T>): Promise<T> {
  queueMicrotask(() => change(1));
  return loading.finally(() => change(-1));
}

/** Some part of the page is loading. */
const useUnderWay = (): boolean => useSyncExternalStore(subscribe, () => parts > 0);

/** RP-02.271: a thin line below the header from the click until the page with its data is there. Screen readers announce the new page's title instead. */
export function Progress() {
  return useUnderWay() ? <div className={styles.line} role="progressbar" aria-label="Loading the page" /> : null;
}

/** `label` is read out; without it the surrounding text says what is going on. */
export function Spinner({ label }: { readonly label?: string }) {
  return (
    <span
      className={styles.spinner}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    />
  );
}

/** The space that a text will take, in any CSS length. */
export function SkeletonBar({ width, height }: { readonly width: string; readonly height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

interface SkeletonRowsProps {
  readonly rows: number;
  /** Read out once. */
  readonly label: string;
  readonly className?: string;
}

/** Uneven rows for a list that is being loaded. */
export function SkeletonRows({ rows, label, className }: SkeletonRowsProps) {
  useOnItsWay();
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={className} aria-hidden>
          <SkeletonBar width={`${[62, 48, 71, 39, 56][row % 5]}%`} />
        </div>
      ))}
    </div>
  );
}

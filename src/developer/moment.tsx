/** The product's own screens at a moment of a log: they read a store that never changes, and nothing that is pressed there is done. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Provider } from 'react-redux';
import { Router } from 'react-router-dom';
import type { Store } from '@reduxjs/toolkit';
import type { Event, RootState } from '@espalier/core';
import { selectAddress } from '@espalier/core/frame';
import { linkActions } from '@espalier/core/link';
import type { Ports } from '@espalier/core/ports';
import { ErrorBoundary } from '../frame/error-boundary.tsx';
import { createClock } from '../ports/browser.ts';
import { PortsContext } from '../ports/context.ts';
import type { ViewPorts } from '../ports/context.ts';
import { wireError } from '../ports/wire-error.ts';
import { createMomentStore } from './moment-store.ts';
import { useLayer } from './use-layer.ts';
import styles from './moment.module.css';

interface MomentProps {
  readonly state: RootState;
  /** Milliseconds since 1970: what the screens take for now. */
  readonly at: number;
  readonly ports: Pick<Ports, 'storage' | 'log'>;
  /** A person tried to change something. */
  readonly onRefused: () => void;
  /** The pages of the product. */
  readonly children: ReactNode;
}

export function Moment({ state, at, ports, onRefused, children }: MomentProps) {
  const layer = useLayer('moment');
  const touched = useTouch();
  const refuse = useRef(onRefused);
  useEffect(() => {
    refuse.current = onRefused;
  });
  const [parts] = useState(() => {
    // Pages announce themselves when they are drawn; only what a person does is worth a word.
    const refused = (event?: Event) => (touched.now() || isWish(event)) && refuse.current();
    const navigator = { createHref: hrefOf, push: () => refused(), replace: () => undefined, go: () => refused() };
    return { store: createMomentStore(state, refused), refused, navigator };
  });
  useLayoutEffect(() => parts.store.show(state), [parts, state]);
  usePageOfNow();

  const { webPath, query } = selectAddress(state);
  const location = useMemo(() => ({ pathname: webPath, search: query }), [webPath, query]);
  const momentPorts = useMemo(() => portsAt(at, ports), [at, ports]);

  /** Real links and forms would leave the page. */
  const keepHere = (event: MouseEvent | FormEvent) => {
    const target = event.target instanceof Element ? event.target.closest('a[href], form') : null;
    if (target === null || event.defaultPrevented || opensElsewhere(event)) return;
    if (event.type === 'click' && !(target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    parts.refused();
  };

  return createPortal(
    <div className={styles.moment} {...touched.handlers} onClick={keepHere} onSubmit={keepHere}>
      {webPath === '' ? (
        <p className={styles.before}>No page was open yet.</p>
      ) : (
        <PortsContext value={momentPorts}>
          <Provider store={parts.store as unknown as Store<RootState>}>
            <Router location={location} navigator={parts.navigator}>
              <ErrorBoundary log={ports.log} resetKey={webPath}>
                {children}
              </ErrorBoundary>
            </Router>
          </Provider>
        </PortsContext>
      )}
    </div>,
    layer,
  );
}

/** What a person wants and the page says only once its code is there, when the event on the screen is over. */
const isWish = (event: Event | undefined): boolean => event?.type === linkActions.closingAsked.type;

const hrefOf = (to: string | { pathname?: string; search?: string; hash?: string }): string =>
  typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;

const opensElsewhere = (event: MouseEvent | FormEvent): boolean =>
  'metaKey' in event && (event.metaKey || event.ctrlKey || event.shiftKey);

/** The time of the moment, no server, and storage that is only read. */
const portsAt = (at: number, { log, storage }: Pick<Ports, 'log' | 'storage'>): ViewPorts => ({
  log,
  clock: createClock({ setTimeout: () => 0, clearTimeout: () => undefined }, () => at),
  rest: { request: () => Promise.reject(wireError('network')) },
  storage: { get: (key) => storage.get(key), set: () => undefined, remove: () => undefined, keys: () => [] },
});

/** Tells what a person does from what the screens do by themselves: the first happens within an event on them. */
function useTouch() {
  return useMemo(() => {
    let touching = false;
    const touch = () => {
      touching = true;
      setTimeout(() => {
        touching = false;
      });
    };
    const handlers = {
      onClickCapture: touch,
      onSubmitCapture: touch,
      onKeyDownCapture: touch,
      onInputCapture: touch,
      onMouseUpCapture: touch,
      onPointerUpCapture: touch,
      onTouchEndCapture: touch,
    };
    return { now: () => touching, handlers };
  }, []);
}

/**
 * While a moment is shown, the page of now keeps its place and its name out of sight, and so does what it has opened over the page: dialogs and
 * menus, which stand beside it in the document.
 */
function usePageOfNow(): void {
  useLayoutEffect(() => {
    const { title } = document;
    const { scrollX, scrollY } = window;
    const open = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        !element.hidden &&
        element.id !== 'app' &&
        element.dataset['developer'] === undefined,
    );
    for (const element of open) element.hidden = true;
    return () => {
      document.title = title;
      for (const element of open) element.hidden = false;
      requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
    };
  }, []);
}

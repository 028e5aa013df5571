/** The product's own screens at a moment of a log: they read a store that never changes, and actions have no effect. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Provider } from 'react-redux';
import { Router } from 'react-router-dom';
import { legacy_createStore as createStore, type Store } from '@reduxjs/toolkit';
import type { RootState } from '@espalier/core';
import { selectAddress } from '@espalier/core/frame';
import { linkActions } from '@espalier/core/link';
import type { Ports } from '@espalier/core/ports';
import { ErrorBoundary } from '../frame/error-boundary.tsx';
import { createClock } from '../ports/browser.ts';
import { PortsContext } from '../ports/context.ts';
import type { ViewPorts } from '../ports/context.ts';
import { wireError } from '../ports/wire-error.ts';
import type { AppStore } from '../store.ts';
import { useLayer } from './use-dock.ts';
import styles from './panel.module.css';

interface MomentProps {
  readonly state: RootState;
  /** Milliseconds since 1970: the time that the screens treat as now. */
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
    // Pages announce themselves when they mount; only what a person does is worth a notice.
    const refused = (action?: ActionType) => (touched.now() || isWish(action)) && refuse.current();
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

/** For actions that the page dispatches only after loading code, when the event on the screen is over. */
const isWish = (action: ActionType | undefined): boolean => action?.type === linkActions.closingAsked.type;

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

/** Tells what a person does from what the screens do by themselves: only the former happens during an event on them. */
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
 * While a moment is shown, the current page keeps its scroll position and title but is hidden, and so is whatever it has opened on top: dialogs and
 * menus, which are its siblings in the document.
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

type ActionType = { readonly type: string };

/** A store that holds a moment of the past: what is dispatched changes nothing. */
interface MomentStore extends Pick<AppStore, 'getState' | 'dispatch' | 'subscribe'> {
  readonly show: (state: RootState) => void;
}

/** `refused` is called with every action, those of people and those by which pages announce themselves. */
function createMomentStore(first: RootState, refused: (action: ActionType) => void): MomentStore {
  const { getState, subscribe, replaceReducer } = createStore(() => first);
  return {
    getState,
    subscribe,
    dispatch(action) {
      refused(action);
      return action;
    },
    show: (state) => replaceReducer(() => state),
  };
}

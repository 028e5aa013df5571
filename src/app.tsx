import { Suspense, useEffect } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Planner } from '@espalier/core';
import { selectFirstRun, selectViewerChanges } from '@espalier/core/access';
import { frameActions, selectResumed, paths, routeOf } from '@espalier/core/frame';
import type { Ports } from '@espalier/core/ports';
import { WatchContext, useAppDispatch, useAppSelector } from './store.ts';
import { CommandPlace } from './command/place.tsx';
import { PanelPlace } from './developer/door-place.tsx';
import { DoorContext, useDoor } from './developer/use-door.ts';
import type { DeveloperDoor } from './developer/door.ts';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { pageFor } from './frame/pages.ts';
import { useUnheld } from './ports/idle.ts';
import { PortsContext, NO_RENEWAL, RenewalContext } from './ports/context.ts';
import type { Renewal } from './ports/renewal.ts';
import { SkeletonRows } from './ui/progress.tsx';
import { RenewContext } from './ui/use-lazy.ts';
import styles from './frame/frame.module.css';

interface AppProps {
  readonly planner: Planner;
  readonly ports: Ports;
  /** Gets the router's way to another page, for the navigation port. */
  readonly follow: { to: (path: string) => void };
  /** Developers' tools; the product runs without them too. */
  readonly door?: DeveloperDoor | null;
  /** How the page reloads itself; without this it never does. */
  readonly renewal?: Renewal;
}

export function App({ planner, ports, follow, door = null, renewal = NO_RENEWAL }: AppProps) {
  const { travelling } = useDoor(door);
  return (
    <DoorContext value={door}>
      {/* While a past moment is shown, the current page stays mounted, out of sight. */}
      <div className={styles.now} hidden={travelling} inert={travelling}>
        <PortsContext value={ports}>
          <RenewalContext value={renewal}>
            <RenewContext value={renewal.renew}>
              <Provider store={planner.store}>
                <WatchContext value={planner.watch}>
                  <BrowserRouter>
                    <Follow follow={follow} />
                    <CommandPlace>
                      <Page log={ports.log} />
                    </CommandPlace>
                  </BrowserRouter>
                </WatchContext>
              </Provider>
            </RenewContext>
          </RenewalContext>
        </PortsContext>
      </div>
      {door !== null && (
        <PanelPlace door={door}>
          <Page log={ports.log} />
        </PanelPlace>
      )}
    </DoorContext>
  );
}

function Follow({ follow }: Pick<AppProps, 'follow'>) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  useEffect(() => {
    follow.to = (path) => void navigate(path);
  }, [follow, navigate]);
  // Runs before the page announces itself, so that a log starts with the address at which it was opened.
  useEffect(() => {
    dispatch(frameActions.navigated({ webPath: pathname, query: search }));
  }, [dispatch, pathname, search]);
  return null;
}

export function Page({ log }: Pick<Ports, 'log'>) {
  const { pathname, search } = useLocation();
  const firstRun = useAppSelector(selectFirstRun);
  // When the viewer changes, the page is read again.
  const viewer = useAppSelector(selectViewerChanges);
  // Edits that an earlier tab left behind have been saved since: what was read before does not show them.
  const resumed = useUnheld(useAppSelector(selectResumed));
  const route = routeOf(pathname, search);
  if (firstRun && route.page !== 'first-run') return <Navigate to={paths.firstRun} replace />;
  const { View } = pageFor(route);
  return (
    <Frame route={route}>
      <ErrorBoundary log={log} resetKey={pathname}>
        <Suspense fallback={<SkeletonRows rows={6} label="Loading" />}>
          <View key={`${viewer} ${resumed}`} route={route} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

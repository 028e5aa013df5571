import { Suspense, useEffect } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Planner } from '@espalier/core';
import { selectFirstRun } from '@espalier/core/access';
import type { Ports } from '@espalier/core/ports';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { pageFor } from './frame/pages.ts';
import { paths, routeOf } from './frame/route.ts';
import { PortsContext } from './ports/context.ts';
import { useAppSelector } from './store.ts';
import { SkeletonRows } from './ui/skeleton.tsx';

interface AppProps {
  readonly planner: Planner;
  readonly ports: Ports;
  /** Gets the router's way to another page, for the navigation port. */
  readonly follow: { to: (path: string) => void };
}

export function App({ planner, ports, follow }: AppProps) {
  return (
    <PortsContext value={ports}>
      <Provider store={planner.store}>
        <BrowserRouter>
          <Follow follow={follow} />
          <Page log={ports.log} />
        </BrowserRouter>
      </Provider>
    </PortsContext>
  );
}

function Follow({ follow }: Pick<AppProps, 'follow'>) {
  const navigate = useNavigate();
  useEffect(() => {
    follow.to = (path) => void navigate(path);
  }, [follow, navigate]);
  return null;
}

export function Page({ log }: Pick<Ports, 'log'>) {
  const { pathname, search } = useLocation();
  const firstRun = useAppSelector(selectFirstRun);
  const route = routeOf(pathname, search);
  if (firstRun && route.page !== 'first-run') return <Navigate to={paths.firstRun} replace />;
  const { View } = pageFor(route);
  return (
    <Frame route={route}>
      <ErrorBoundary log={log} resetKey={pathname}>
        <Suspense fallback={<SkeletonRows rows={6} label="Loading" />}>
          <View route={route} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

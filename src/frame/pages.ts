/** Which view shows which route. Each page is a piece of code of its own, loaded when it is first visited. */
import { createElement, lazy, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { usePorts } from '../ports/context.ts';
import { loadDressed } from '../ui/use-lazy.ts';
import { LoadFailure } from './load-failure.tsx';
import { Missing, NotYet } from './missing.tsx';
import type { Route } from './route.ts';

interface PageView {
  readonly View: ComponentType<{ readonly route: Route }>;
  /** Starts loading the code. */
  readonly preload: () => void;
}

/** Fetches the code of a page. */
type Load<R> = () => Promise<(props: { readonly route: R }) => ReactNode>;

function page<R extends Route>(load: Load<R>): PageView {
  const code = retriable(load);
  function View({ route }: { readonly route: Route }) {
    const [Loaded, setLoaded] = useState(code.current);
    // The table below pairs each route with its view, which TypeScript cannot follow through `lazy`.
    return createElement(Loaded, { route: route as R, onRetry: () => setLoaded(code.again()) });
  }
  return { View, preload: () => void load().catch(() => undefined) };
}

interface OnRetry {
  readonly onRetry: () => void;
}
type Retriable<R> = ComponentType<OnRetry & { readonly route: R }>;

/** `lazy` keeps a failure for good. Here a failed load is a view with a way to try again, and is forgotten when the page is left. */
function retriable<R extends Route>(load: Load<R>) {
  let view: Retriable<R> | null = null;
  const make = () => {
    const made: Retriable<R> = lazy(async () => {
      try {
        return { default: (await loadDressed(load)) as Retriable<R> };
      } catch (error) {
        const forget = () => {
          if (view === made) view = null;
        };
        return { default: ({ onRetry }: OnRetry) => createElement(PageFailure, { error, forget, onRetry }) };
      }
    });
    return made;
  };
  const current = () => (view ??= make());
  return { current, again: () => (view = make()) };
}

interface PageFailureProps extends OnRetry {
  readonly error: unknown;
  readonly forget: () => void;
}

function PageFailure({ error, forget, onRetry }: PageFailureProps) {
  const { log } = usePorts();
  useEffect(() => {
    log.error('The code of a page could not be loaded', error);
    return forget;
  }, [error, forget, log]);
  return createElement(LoadFailure, { text: 'This page could not be loaded.', onRetry });
}

const ready = (View: ComponentType<never>): PageView => ({
  View: View as unknown as PageView['View'],
  preload: () => undefined,
});

type RouteOf<P extends Route['page']> = Extract<Route, { readonly page: P }>;

const PAGES: Readonly<Record<Route['page'], PageView>> = {
  home: page<RouteOf<'home'>>(() => import('../group/home-page.tsx').then((module) => module.HomePage)),
  group: page<RouteOf<'group'>>(() => import('../group/group-page.tsx').then((module) => module.GroupPage)),
  epics: page<RouteOf<'epics'>>(() => import('../epic/epic-list-page.tsx').then((module) => module.EpicListPage)),
  'new-epic': page<RouteOf<'new-epic'>>(() => import('../epic/new-epic-page.tsx').then((module) => module.NewEpicPage)),
  epic: page<RouteOf<'epic'>>(() => import('../epic/epic-page.tsx').then((module) => module.EpicPage)),
  roadmap: page<RouteOf<'roadmap'>>(() => import('../roadmap/roadmap-page.tsx').then((module) => module.RoadmapPage)),
  'work-item': page<RouteOf<'work-item'>>(() =>
    import('../work-item/work-item-page.tsx').then((module) => module.WorkItemPage),
  ),
  issues: page<RouteOf<'issues'>>(() =>
    import('../work-item/list/issue-list-page.tsx').then((module) => module.IssueListPage),
  ),
  person: page<RouteOf<'person'>>(() => import('../access/person-page.tsx').then((module) => module.PersonPage)),
  'sign-in': page<RouteOf<'sign-in'>>(() => import('../access/sign-in-page.tsx').then((module) => module.SignInPage)),
  'first-run': page<RouteOf<'first-run'>>(() =>
    import('../access/first-run-page.tsx').then((module) => module.FirstRunPage),
  ),
  password: page<RouteOf<'password'>>(() =>
    import('../access/password-page.tsx').then((module) => module.PasswordPage),
  ),
  gallery: page<RouteOf<'gallery'>>(() => import('../gallery/gallery-page.tsx').then((module) => module.GalleryPage)),
  'epics-help': page<RouteOf<'epics-help'>>(() =>
    import('./epics-help-page.tsx').then((module) => module.EpicsHelpPage),
  ),
  later: ready(NotYetPage),
  unknown: ready(Missing),
};

export const pageFor = (route: Route): PageView => PAGES[route.page];

function NotYetPage({ route }: { readonly route: RouteOf<'later'> }) {
  return NotYet({ groupPath: route.groupPath });
}

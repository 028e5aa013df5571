/** Which view shows which route. Each page is a chunk of its own, loaded on the first visit. */

import { createElement, lazy, useContext, useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { usePorts } from '../ports/context.ts';
import { onItsWay } from '../ui/progress.tsx';
import { loadOnce, preload, RenewContext } from '../ui/use-lazy.ts';
import { LoadFailure, Missing } from './missing.tsx';
import type { Route } from '@espalier/core/frame';

interface PageView {
  readonly View: ComponentType<{ readonly route: Route }>;
  /** Starts loading the code. */
  readonly preload: () => void;
}

/** Fetches the code of a page. */
type Load<R> = () => Promise<(props: { readonly route: R }) => ReactNode>;

function page<R extends Route>(load: Load<R>): PageView {
  const View = lazy(async () => {
    try {
      // The table below pairs each route with its view, which TypeScript cannot follow through `lazy`.
      return { default: (await onItsWay(loadOnce(load))) as PageView['View'] };
    } catch (error) {
      return { default: () => createElement(PageFailure, { error }) };
    }
  });
  return { View, preload: () => preload(load) };
}

function PageFailure({ error }: { readonly error: unknown }) {
  const { log } = usePorts();
  const renew = useContext(RenewContext);
  useEffect(() => log.error('The code of a page could not be loaded', error), [error, log]);
  return createElement(LoadFailure, { text: 'This page could not be loaded.', onRetry: renew });
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
  roadmap: page<RouteOf<'roadmap'>>(() => import('../roadmap/roadmap-screen.tsx').then((module) => module.RoadmapPage)),
  'work-item': page<RouteOf<'work-item'>>(() =>
    import('../work-item/work-item-page.tsx').then((module) => module.WorkItemPage),
  ),
  issues: page<RouteOf<'issues'>>(() =>
    import('../work-item/list/issue-list-page.tsx').then((module) => module.IssueListPage),
  ),
  'new-issue': page<RouteOf<'new-issue'>>(() =>
    import('../work-item/new-issue-page.tsx').then((module) => module.NewIssuePage),
  ),
  person: page<RouteOf<'person'>>(() => import('../access/person-page.tsx').then((module) => module.PersonPage)),
  'sign-in': page<RouteOf<'sign-in'>>(() => import('../access/sign-in-page.tsx').then((module) => module.SignInPage)),
  'first-run': page<RouteOf<'first-run'>>(() =>
    import('../access/first-run-page.tsx').then((module) => module.FirstRunPage),
  ),
  password: page<RouteOf<'password'>>(() =>
    import('../access/password-page.tsx').then((module) => module.PasswordPage),
  ),
  tokens: page<RouteOf<'tokens'>>(() => import('../access/tokens-page.tsx').then((module) => module.TokensPage)),
  managed: page<RouteOf<'managed'>>(() =>
    import('../manage/managed-page.tsx').then((module) => module.ManagedPageView),
  ),
  site: page<RouteOf<'site'>>(() => import('../manage/managed-page.tsx').then((module) => module.SitePageView)),
  gallery: page<RouteOf<'gallery'>>(() => import('../gallery/gallery-page.tsx').then((module) => module.GalleryPage)),
  'epics-help': page<RouteOf<'epics-help'>>(() =>
    import('./epics-help-page.tsx').then((module) => module.EpicsHelpPage),
  ),
  unknown: ready(Missing),
};

export const pageFor = (route: Route): PageView => PAGES[route.page];

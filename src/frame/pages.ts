/** Which view shows which route. Each page is a piece of code of its own, loaded when it is first visited. */
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { Missing, NotYet } from './missing.tsx';
import type { Route } from './route.ts';

interface PageView {
  readonly View: ComponentType<{ readonly route: Route }>;
  /** Starts loading the code. */
  readonly preload: () => void;
}

function page<R extends Route>(load: () => Promise<ComponentType<{ readonly route: R }>>): PageView {
  const View = lazy(async () => ({ default: await load() }));
  // The table below pairs each route with its view, which TypeScript cannot follow through `lazy`.
  return { View: View as unknown as PageView['View'], preload: () => void load().catch(() => undefined) };
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
  'work-item': page<RouteOf<'work-item'>>(() =>
    import('../work-item/work-item-page.tsx').then((module) => module.WorkItemPage),
  ),
  'sign-in': page<RouteOf<'sign-in'>>(() => import('../access/sign-in-page.tsx').then((module) => module.SignInPage)),
  'first-run': page<RouteOf<'first-run'>>(() =>
    import('../access/first-run-page.tsx').then((module) => module.FirstRunPage),
  ),
  password: page<RouteOf<'password'>>(() =>
    import('../access/password-page.tsx').then((module) => module.PasswordPage),
  ),
  later: ready(NotYetPage),
  unknown: ready(Missing),
};

export const pageFor = (route: Route): PageView => PAGES[route.page];

function NotYetPage({ route }: { readonly route: RouteOf<'later'> }) {
  return NotYet({ groupPath: route.groupPath });
}

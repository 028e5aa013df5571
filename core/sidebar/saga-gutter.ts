import type { Ports } from '../ports/index.ts';
import type { SidebarRoot } from './select-root.ts';
import { put, select, takeEvery } from 'typed-redux-saga';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { GUTTER_COOKIE, isSmallScreen, startsCollapsed } from './rules.ts';
import { sidebarOf } from './select-root.ts';

/** EP-15: whether the sidebar is collapsed is kept in a cookie. Cookies may be forbidden: then it lasts as long as the session. */
export function* watchGutter(ports: Ports): Generator {
  yield* takeEvery(sidebarActions.sidebarOpened.match, function* ({ payload: { width } }) {
    const cookie = kept(ports);
    // Without a cookie what was chosen in this session counts.
    const { collapsed } = yield* select(sidebarOf);
    const next = cookie === null ? collapsed || startsCollapsed(null, width) : startsCollapsed(cookie, width);
    yield* put(sidebarAnswers.gutterRead({ collapsed: next }));
  });
  yield* takeEvery(sidebarActions.gutterToggled.match, function* () {
    const { collapsed } = yield* select((root: SidebarRoot) => root.sidebar);
    keep(ports, collapsed);
  });
  yield* takeEvery(sidebarActions.pageUnloading.match, ({ payload: { width } }) => {
    if (isSmallScreen(width)) keep(ports, true);
  });
}

function kept({ cookies, log }: Ports): string | null {
  try {
    return cookies?.get(GUTTER_COOKIE) ?? null;
  } catch (error) {
    log.error('Cannot read a cookie', error);
    return null;
  }
}

function keep({ cookies, log }: Ports, collapsed: boolean): void {
  try {
    cookies?.set(GUTTER_COOKIE, String(collapsed));
  } catch (error) {
    log.error('Cannot write a cookie', error);
  }
}

import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPlanner } from '@espalier/core';
import { accessActions, selectUnsaved } from '@espalier/core/access';
import { App } from './app.tsx';
import { createDoor } from './developer/door.ts';
import { pageFor } from './frame/pages.ts';
import { routeOf } from '@espalier/core/frame';
import { selectIsWritingEntry } from '@espalier/core/manage';
import { selectIsWriting } from '@espalier/core/text';
import { applyLooks } from './frame/theme.ts';
import { createConnection, warnBeforeLeaving } from './ports/browser.ts';
import { createIdle } from './ports/idle.ts';
import { createBrowserPorts } from './ports/index.ts';
import { createPageRenewal } from './ports/renewal.ts';

/** Replaced by the router's once it is there. */
const follow = { to: (path: string): void => window.location.assign(path) };
const door = createDoor(createBrowserPorts((path) => follow.to(path)));
const { ports } = door;
applyLooks(ports.storage);
const renewal = createPageRenewal(ports.clock, createConnection());

// The session and the code of the page are requested before anything is rendered.
const planner = createPlanner(ports, { middleware: door.middleware });
door.attach(planner);
warnBeforeLeaving(() => {
  const state = planner.store.getState();
  return selectUnsaved(state) || selectIsWriting(state) || selectIsWritingEntry(state);
}, planner.isKept);
planner.store.dispatch(accessActions.sessionRequested());
// What is typed before this has loaded is picked up then.
void import('@espalier/core/keep')
  .then(({ keeper }) => planner.keep(keeper))
  .catch((error: unknown) => ports.log.error('Nothing is kept', error));
pageFor(routeOf(window.location.pathname, window.location.search)).preload();

const root = document.getElementById('app');
if (!root) throw new Error('The page has no element with the id "app"');
createRoot(root).render(
  <StrictMode>
    <App planner={planner} ports={ports} follow={follow} door={door} renewal={renewal} />
  </StrictMode>,
);

// In development the files change all the time.
if (import.meta.env.PROD)
  createIdle()(() => void import('./ports/keep-files.ts').then(({ keepFiles }) => keepFiles({ ...ports, renewal })));

/** The whole product in a test: real pages and planner over the model server, time in hand. */
import { act, cleanup, render, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { userEvent } from '@testing-library/user-event';
import type { Planner } from '@espalier/core';
import { createPlanner } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import type { Ports } from '@espalier/core/ports';
import { FakePorts, settle } from '@espalier/core/testing';
import { ModelServer } from '../../sim/server/index.ts';
import { App } from '../app.tsx';
import '../command/commands.tsx';
import '../presence/presence.tsx';
import '../work-item/item-over.tsx';

/** jsdom has no layout: rows are as high as on a desktop, everything else is as high as a window. */
const ROW = 41;
const WINDOW = 615;

const heightOf = (element: Element) =>
  element instanceof HTMLElement && element.dataset['row'] !== undefined ? ROW : WINDOW;
for (const name of ['offsetHeight', 'clientHeight'] as const) {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return heightOf(this);
    },
  });
}
for (const name of ['offsetWidth', 'clientWidth'] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 1000 });
}
HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, ...args: unknown[]) {
  const [to] = args as [ScrollToOptions];
  this.scrollTop = to.top ?? 0;
};
HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

/** What comes when the browser is idle comes in a test when the test says so; its code is imported above, so that it is there at once. */
const idle = new Map<number, () => void>();
let asked = 0;
window.requestIdleCallback = (run) => {
  asked += 1;
  idle.set(asked, () => run({ didTimeout: false, timeRemaining: () => 50 }));
  return asked;
};
window.cancelIdleCallback = (id) => void idle.delete(id);

export interface World {
  readonly server: ModelServer;
  readonly groupId: number;
  readonly projectId: number;
  /** Puts children under a parent, in this order. */
  readonly under: (parentId: number, ...childIds: readonly number[]) => void;
}

export interface Product {
  readonly user: UserEvent;
  readonly server: ModelServer;
  readonly fake: FakePorts;
  readonly planner: Planner;
  readonly settled: () => Promise<void>;
  readonly advance: (milliseconds: number) => Promise<void>;
  /** The browser has nothing else to do: what waits for that is loaded. */
  readonly rest: () => Promise<void>;
}

interface OpenOptions {
  readonly viewer?: string | null;
  /** What the browser brings along. */
  readonly cookies?: Readonly<Record<string, string>>;
}

let running: Planner | null = null;

/** Opens a page. `seed` fills the server; the viewer is `root`, or nobody. */
export async function openPage(
  path: string,
  seed: (world: World) => void,
  { viewer = 'root', cookies = {} }: OpenOptions = {},
): Promise<Product> {
  const fake = new FakePorts();
  for (const [name, value] of Object.entries(cookies)) fake.baked.set(name, value);
  const server = new ModelServer({ clock: fake.clock });
  const groupId = server.world.addGroup({ path: 'acme', name: 'Acme' });
  const projectId = server.world.addProject({ groupId, path: 'app', name: 'App' });
  const under = (parentId: number, ...childIds: readonly number[]) =>
    childIds.forEach((childId, index) =>
      server.world.links.set(childId, {
        id: server.world.nextId('links'),
        parentId,
        childId,
        position: index * 513,
        createdAt: server.world.now(),
      }),
    );
  seed({ server, groupId, projectId, under });
  server.signInAs(viewer);

  const ports: Ports = { ...fake.ports, graphql: server.graphql, rest: server.rest };
  const planner = createPlanner(ports);
  running = planner;
  planner.store.dispatch(accessActions.sessionRequested());
  window.history.pushState(null, '', path);
  const user = userEvent.setup();
  render(<App planner={planner} ports={ports} follow={{ to: () => undefined }} />);
  const settled = () => act(settle);
  // The page's code arrives with the next turns of the event loop, its data with promises.
  await screen.findAllByRole('banner');
  await settled();
  return {
    user,
    server,
    fake,
    planner,
    settled,
    advance: (milliseconds) => act(() => fake.clock.advance(milliseconds)),
    rest: async () => {
      act(() => {
        const waiting = [...idle.values()];
        idle.clear();
        for (const run of waiting) run();
      });
      await settled();
    },
  };
}

/** For `afterEach`. */
export function closePage(): void {
  cleanup();
  running?.dispose();
  running = null;
  idle.clear();
}

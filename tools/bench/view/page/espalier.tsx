import type { Planner } from '@espalier/core';
import type { Ports } from '@espalier/core/ports';
import type { Family, Mounted, Tree } from './contestant.ts';
import { createPlanner, get, selectRowModel, treeActions } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { TreeAdapter } from '@espalier/core/api';
import { epicChildren, epicNode, FakePorts, settle } from '@espalier/core/testing';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { PortsContext } from '../../../../src/ports/context.ts';
import { TreeView } from '../../../../src/tree/tree-view.tsx';
import { GROUP, epicGid, pagesOf, parse } from '../../core/data.ts';
import { issuesOf } from '../../core/intake/intake.ts';
import { reading } from '../../core/reading.ts';
import { query, textsFromTop, until } from './contestant.ts';

const ROOT = epicGid(1);
const PARENT = epicGid(2);

const put = ({ store }: Planner, action: { readonly type: string }): void => void store.dispatch(action);

/** A planner over ports in memory, signed in, with one epic below the root, its children read and folded away. */
async function planned(size: number): Promise<{ planner: Planner; ports: Ports }> {
  const fake = new FakePorts();
  const below = epicNode(2, {
    title: 'The parent',
    hasIssues: true,
    descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: size, closedIssues: 0 },
  });
  fake.script = ({ what }) => (what === 'epicChildren' ? { data: epicChildren(1, { epics: [below] }) } : undefined);
  const planner = createPlanner(fake.ports);
  const user = {
    id: 'gid://gitlab/User/1',
    username: 'ada',
    name: 'Ada',
    avatarUrl: null,
    webUrl: '/ada',
    admin: false,
  };
  put(planner, accessActions.sessionReceived({ user, features: {}, settings: {}, firstRun: false }));
  const root = { kind: 'epic' as const, fullPath: GROUP, iid: '1', id: ROOT };
  put(planner, treeActions.opened({ root, config: { userSignedIn: true, username: 'ada' } }));
  await settle();
  // What is read from here on waits for an answer.
  fake.script = () => undefined;
  const adapter = new TreeAdapter();
  const items = parse(pagesOf({ parents: 1, childrenEach: size }))
    .flatMap(issuesOf)
    .map((node) => adapter.issue(node))
    // Pictures would be asked for over the network.
    .map((item) => ({ ...item, assignees: item.assignees.map((person) => ({ ...person, avatarUrl: null })) }));
  put(planner, reading(ROOT, { parentId: PARENT, items }));
  put(planner, treeActions.itemToggled({ id: PARENT }));
  return { planner, ports: fake.ports };
}

/** What the rows of every contestant say. */
export async function familyOf(size: number): Promise<Family> {
  const { planner } = await planned(size);
  const state = planner.store.getState();
  const model = (id: string) => selectRowModel(state, id)!;
  const family = { parent: model(PARENT), children: get(state.confirmed.orders, PARENT)!.ids.map(model) };
  planner.dispose();
  return family;
}

/** The product's own tree, with its store, its saga and its drag and drop. */
export const espalier: Tree = {
  async mount(stage, size): Promise<Mounted> {
    const { planner, ports } = await planned(size);
    const root = createRoot(stage);
    root.render(
      <PortsContext value={ports}>
        <Provider store={planner.store}>
          <MemoryRouter>
            <TreeView title="Child items" />
          </MemoryRouter>
        </Provider>
      </PortsContext>,
    );
    await until(() => stage.querySelector('[data-rfd-droppable-id]') !== null, 'drag and drop');
    return {
      toggle: () => query(stage, '[data-part="toggle"]'),
      scroller: () => query(stage, '[role="treegrid"]'),
      rowCount: () => Number(query(stage, '[role="treegrid"]').getAttribute('aria-rowcount')),
      titles: () => textsFromTop(stage.querySelectorAll<HTMLElement>('[data-row] a[class*="title"]')),
      dragging: () => document.querySelector('[class*="lifted"]') !== null,
      unmount() {
        root.unmount();
        planner.dispose();
      },
    };
  },
};

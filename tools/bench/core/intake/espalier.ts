import type { RootState } from '@espalier/core';
import type { Page, Shown } from '../data.ts';
import type { Intake } from './intake.ts';
import { createPlanner, entries, get, type Planner } from '@espalier/core';
import { TreeAdapter } from '@espalier/core/api';
import { FakePorts, settle } from '@espalier/core/testing';
import { emptyTree, treeActions, treeDomain } from '@espalier/core/tree';
import { GROUP } from '../data.ts';
import { reading } from '../reading.ts';
import { epicOf, issuesOf } from './intake.ts';

const root = { kind: 'epic' as const, fullPath: GROUP, iid: '1', id: 'gid://gitlab/Epic/1' };

/** What the tree's query makes of an answer. */
function answerOf(adapter: TreeAdapter, page: Page) {
  const epic = epicOf(page);
  const { endCursor, hasNextPage } = epic.issues!.pageInfo;
  const answer = {
    parentId: epic.id,
    parent: adapter.parent(epic, page.answer.group!.id, GROUP),
    items: issuesOf(page).map((node) => adapter.issue(node)),
    next: hasNextPage ? { epics: null, issues: endCursor } : null,
    defaultProject: epic.defaultProjectForIssueCreation,
  };
  return reading(root.id, answer, page.after === null ? null : { epics: null, issues: page.after });
}

function shownIn({ orders, items }: Pick<RootState['confirmed'], 'orders' | 'items'>): Shown {
  const shown = new Map<string, { id: string; title: string }[]>();
  for (const [id, order] of entries(orders)) {
    shown.set(
      id,
      order.ids.map((child) => ({ id: child, title: get(items, child)!.title })),
    );
  }
  return shown;
}

const put = ({ store }: Planner, action: { readonly type: string }): void => void store.dispatch(action);

/** The adapter and the reducers of the whole planner, its watchers running; nothing asked of a server. */
export const espalier: Intake = {
  name: 'Espalier, createPlanner',
  make() {
    const planner = createPlanner(new FakePorts().ports);
    put(planner, treeActions.opened({ root, config: {} }));
    const adapter = new TreeAdapter();
    return {
      take: (page) => put(planner, answerOf(adapter, page)),
      shown: () => shownIn(planner.store.getState().confirmed),
    };
  },
};

/** The adapter and the one pure function that folds an answer into what is confirmed. */
export const espalierFold: Intake = {
  name: 'Espalier, adapter and reduceTree alone',
  make() {
    let tree = emptyTree();
    const adapter = new TreeAdapter();
    return {
      take(page) {
        tree = treeDomain.reduceConfirmed(tree, answerOf(adapter, page));
      },
      shown: () => shownIn(tree),
    };
  },
};

/** Everything that happens when a person unfolds and pages on: the request, the saga, the adapter, the reducers. One request in flight. */
export const espalierAsked: Intake = {
  name: 'Espalier, asked through its saga and a port',
  make() {
    const fake = new FakePorts();
    let next: Page | null = null;
    fake.script = ({ what }) => (what === 'epicChildren' && next !== null ? { data: next.answer } : undefined);
    const planner = createPlanner(fake.ports);
    return {
      async take(page) {
        next = page;
        const epic = epicOf(page);
        if (page.after !== null) put(planner, treeActions.nextPageAsked({ parentId: epic.id }));
        else if (page.iid === root.iid) put(planner, treeActions.opened({ root, config: {} }));
        else throw new Error('Only the root is asked for');
        await settle();
      },
      shown: () => shownIn(planner.store.getState().confirmed),
    };
  },
};

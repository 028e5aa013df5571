import type { Middleware } from '@reduxjs/toolkit';
import type { EpicChildrenQuery } from '../api/generated/operations.ts';
import type { Planner, PlannerOptions, RootState } from '../planner.ts';
import type { Stamped } from '../store/action.ts';
import type { TreeConfig, TreeRoot } from '../tree/state.ts';
import { entrySaga } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { treeActions } from '../tree/actions.ts';
import { watchSearches } from '../tree/searches.ts';
import { get } from '../table/index.ts';
import { settle } from './clock.ts';
import { FakePorts, type Script } from './ports.ts';
import { epicGid, epicNode } from './wire.ts';

/** A planner in a test, with control over the other side of its ports. */
export class TestPlanner {
  /** Every action that reached the reducers, stamped. */
  readonly actions: Stamped[] = [];
  readonly fake: FakePorts;
  readonly planner: Planner;

  constructor(fake = new FakePorts(), options: PlannerOptions = {}, ports = fake.ports) {
    this.fake = fake;
    const record: Middleware = () => (next) => (action) => {
      this.actions.push(action as Stamped);
      return next(action);
    };
    this.planner = createPlanner(ports, { ...options, middleware: [record, ...(options.middleware ?? [])] });
    this.planner.watch('entry', entrySaga);
    this.planner.watch('treeSearches', watchSearches);
  }

  get state(): RootState {
    return this.planner.store.getState();
  }

  async do(...actions: readonly { readonly type: string }[]): Promise<void> {
    for (const action of actions) this.planner.store.dispatch(action);
    await settle();
  }

  /** Texts of the alerts, oldest first. */
  get alerts(): readonly string[] {
    return this.state.notice.map(({ text }) => text);
  }

  /** Confirmed children of a parent. */
  confirmedChildren(parentId: string): readonly string[] | undefined {
    return get(this.state.confirmed.orders, parentId)?.ids;
  }
}

/** Builds planners for tests: what the server answers automatically, the page's settings, which tree is open. */
export class PlannerBuilder {
  readonly fake = new FakePorts();
  #preloaded: Partial<RootState> = {};
  #root: Partial<TreeRoot> = {};
  #config: Partial<TreeConfig> = {
    epicsEndpoint: '/groups/acme/-/epics/1/links',
    issuesEndpoint: '/groups/acme/-/epics/1/issues',
    projectsEndpoint: '/api/v4/groups/7/projects',
    epicsWebUrl: '/groups/acme/-/epics',
    issuesWebUrl: '/groups/acme/-/issues',
    userSignedIn: true,
    username: 'ada',
  };

  script(script: Script): this {
    this.fake.script = script;
    return this;
  }

  preloaded(state: Partial<RootState>): this {
    this.#preloaded = state;
    return this;
  }

  root(root: Partial<TreeRoot>): this {
    this.#root = root;
    return this;
  }

  config(config: Partial<TreeConfig>): this {
    this.#config = { ...this.#config, ...config };
    return this;
  }

  build(): TestPlanner {
    return new TestPlanner(this.fake, { preloadedState: this.#preloaded });
  }

  /** A planner with the tree of epic 1 of the group `acme` opened; its first request waits. */
  async opening(): Promise<TestPlanner> {
    const planner = this.build();
    const root = {
      kind: 'epic' as const,
      fullPath: 'acme',
      iid: '1',
      id: epicGid(1),
      title: epicNode(1).title ?? '',
      groupName: 'Acme',
      ...this.#root,
    };
    await planner.do(treeActions.opened({ root, config: this.#config }));
    return planner;
  }

  /** The same, after the first answer. */
  async opened(answer: EpicChildrenQuery): Promise<TestPlanner> {
    const planner = await this.opening();
    await this.fake.next('epicChildren').answer(answer);
    return planner;
  }
}

import type { TestPlanner } from '../../testing/builder.ts';

import type { RoadmapConfig } from '../config.ts';
import type { RoadmapRoot, RoadmapState } from '../types.ts';
import type { RoadmapView } from '../rules/view.ts';
import { PlannerBuilder } from '../../testing/builder.ts';
import { roadmapActions } from '../actions.ts';
import { roadmapConfig } from '../config.ts';
import { roadmapSaga } from '../index.ts';
import { DEFAULT_VIEW } from '../rules/view.ts';
import type { EpicNode } from './answers-nodes.ts';
import { gid } from './answers-nodes.ts';

export { epicNode, gid, UNDATED } from './answers-nodes.ts';

/** Answers to the roadmap's questions, as short as a test wants to write them. The group is `acme`, today 2026-11-21. */

interface Pages {
  /** Cursor behind the page, where there is another one. */
  readonly next?: string;
  /** Cursor before it. */
  readonly previous?: string;
}

export const connection = <T>(nodes: readonly T[], { next, previous }: Pages = {}) => ({
  edges: nodes.map((node) => ({ node })),
  pageInfo: {
    endCursor: next ?? null,
    hasNextPage: next !== undefined,
    hasPreviousPage: previous !== undefined,
    startCursor: previous ?? null,
  },
});

export const listAnswer = (nodes: readonly EpicNode[], pages: Pages = {}) => ({
  group: { id: 'gid://gitlab/Group/7', name: 'Acme', fullName: 'Acme', epics: connection(nodes, pages) },
});

export const childrenAnswer = (nodes: readonly EpicNode[], pages: Pages = {}) => ({
  group: {
    id: 'gid://gitlab/Group/7',
    name: 'Acme',
    epic: { id: gid(1), children: connection(nodes, pages) },
  },
});

export const milestoneNode = (id: number, change: object = {}) => ({
  id: `gid://gitlab/Milestone/${id}`,
  title: `v1.${id}`,
  webPath: `/groups/acme/-/milestones/${id}`,
  startDate: '2026-10-05',
  dueDate: '2026-11-05T00:00:00Z',
  groupMilestone: true,
  subgroupMilestone: false,
  projectMilestone: false,
  ...change,
});

export const milestonesAnswer = (nodes: readonly object[], pages: Pages = {}) => ({
  group: { id: 'gid://gitlab/Group/7', milestones: connection(nodes, pages) },
});

export const datesAnswer = (node: EpicNode, ancestors: readonly EpicNode[] = []) => ({
  updateEpic: { errors: [], epic: { ...node, ancestors: { nodes: ancestors } } },
});

const SESSION = { user: null, features: {}, settings: {} };

export const config = (change: Partial<RoadmapConfig> = {}): RoadmapConfig => ({
  ...roadmapConfig({}, 'acme', SESSION),
  ...change,
});

export const view = (change: Partial<RoadmapView> = {}): RoadmapView => ({ ...DEFAULT_VIEW, ...change });

export const labelled = (title: string) => ({
  tokens: [{ key: 'label' as const, operator: '=' as const, value: title }],
  search: '',
});

/** A planner with the watcher of the roadmap, opened unless told otherwise. */
export class RoadmapPlanner {
  readonly app: TestPlanner;

  constructor() {
    this.app = new PlannerBuilder().build();
    this.app.planner.watch('roadmap', roadmapSaga);
  }

  get fake() {
    return this.app.fake;
  }

  get root(): RoadmapRoot & { readonly roadmap: RoadmapState } {
    return this.app.state;
  }

  get state(): RoadmapState {
    return this.root.roadmap;
  }

  do(...actions: readonly { readonly type: string }[]): Promise<void> {
    return this.app.do(...actions);
  }

  async open(change: Partial<RoadmapView> = {}, page: Partial<RoadmapConfig> = {}): Promise<this> {
    await this.do(roadmapActions.roadmapOpened({ config: config(page), view: view(change) }));
    return this;
  }

  /** Opened, with its first answers given. */
  async shown(nodes: readonly EpicNode[], page: Partial<RoadmapConfig> = {}, pages: Pages = {}): Promise<this> {
    await this.open({}, page);
    await this.fake.next('roadmapGroupEpics').answer(listAnswer(nodes, pages));
    await this.fake.next('roadmapUndated').answer(listAnswer([]));
    await this.fake.next('groupMilestones').answer(milestonesAnswer([]));
    return this;
  }

  /** Requests of a name so far. */
  count(what: string): number {
    return this.fake.calls.filter((call) => call.what === what).length;
  }
}

export const roadmapPlanner = (): RoadmapPlanner => new RoadmapPlanner();

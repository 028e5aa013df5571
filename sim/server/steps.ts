import fc from 'fast-check';
import {
  EpicPageOperation,
  EpicTreeReorderOperation,
  GroupIssuesOperation,
  GroupPageOperation,
  HomeGroupsOperation,
  HomeProjectsOperation,
  PersonPageOperation,
  ProjectIssuesOperation,
  WorkItemCreateOperation,
  WorkItemTreeOperation,
  WorkItemTypesOperation,
  WorkItemUpdateOperation,
} from '@espalier/core/api';
import { itemName } from './compare.ts';
import { gid } from './addresses.ts';
import { WORK_ITEM_TYPE_IDS } from '../../server/graphql/work-item-types.ts';
import type { StepRequest } from './steps-lists.ts';
import { childrenRequest, issuesRequest, listRequest, roadmapRequest } from './steps-lists.ts';
import { linksRequest } from './steps-links.ts';
import { datesRequest, sidebarRequest } from './steps-sidebar.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';
import type { World } from '../../server/store/memory/world.ts';

/** Random steps of people who plan: what each is to do is read off the world when its turn comes. */

const KINDS = [
  'reorder',
  'add',
  'remove',
  'newEpic',
  'childEpic',
  'childIssue',
  'update',
  'deleteEpic',
  'deleteIssue',
  'hierarchy',
  'fields',
  'create',
  'children',
  'list',
  'home',
  'page',
  'completion',
  'issues',
  'workItemTree',
  'roadmap',
  'dates',
  'sidebar',
  'links',
] as const;

export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly who: number;
  /** Chooses among whatever there is, by the remainder. */
  readonly picks: readonly number[];
  /** True: what is chosen fits together; false: it is any. */
  readonly sensible: boolean;
  readonly flag: boolean;
  readonly title: string;
}

const TITLES = [
  'Plan',
  'two words',
  ' trimmed ',
  '',
  '   ',
  'x'.repeat(256),
  '<script>alert(1)</script>',
  'ünïcode 🌳',
];

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Step['kind']>('reorder', 'add') },
    { weight: 4, arbitrary: fc.constantFrom(...KINDS) },
    { weight: 1, arbitrary: fc.constantFrom<Step['kind']>('roadmap', 'dates', 'sidebar', 'links') },
  ),
  who: fc.nat(99),
  picks: fc.array(fc.nat(999), { minLength: 6, maxLength: 6 }),
  sensible: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  flag: fc.boolean(),
  title: fc.oneof({ weight: 3, arbitrary: fc.constant('Plan') }, { weight: 1, arbitrary: fc.constantFrom(...TITLES) }),
});

/** Ids of one server for things of the model. */
export interface Ids {
  readonly item: (modelId: number) => number;
  /** Of the link to a child. */
  readonly link: (modelChildId: number) => number;
  readonly group: (modelId: number) => number;
  readonly project: (modelId: number) => number;
  readonly user: (modelId: number) => number;
}

const NOBODY = 999_999;

class Builder {
  readonly #step: Step;
  readonly #world: World;
  readonly #ids: Ids;

  constructor(step: Step, world: World, ids: Ids) {
    this.#step = step;
    this.#world = world;
    this.#ids = ids;
  }

  #pick<T>(list: readonly T[], index: number): T | undefined {
    return list[(this.#step.picks[index] ?? 0) % Math.max(1, list.length)];
  }

  #number(index: number, below: number): number {
    return (this.#step.picks[index] ?? 0) % below;
  }

  get #items(): ItemRow[] {
    return [...this.#world.items.values()];
  }

  #epic(index: number): ItemRow | undefined {
    return this.#pick(
      this.#items.filter(({ type }) => type === 'epic'),
      index,
    );
  }

  #linked(index: number): ItemRow | undefined {
    return this.#pick(
      this.#items.filter(({ id }) => this.#world.links.has(id)),
      index,
    );
  }

  #page(epic: ItemRow | undefined): string {
    return epic === undefined
      ? '/groups/acme/-/epics/999'
      : `/groups/${this.#world.group(epic.groupId).fullPath}/-/epics/${epic.iid}`;
  }

  #path(epic: ItemRow | undefined) {
    const groupId = epic?.groupId;
    return {
      fullPath: groupId === undefined ? 'acme' : this.#world.group(groupId).fullPath,
      iid: String(epic?.iid ?? 999),
    };
  }

  #gid(item: ItemRow | undefined, type = 'WorkItem'): string {
    return gid(type, item === undefined ? NOBODY : this.#ids.item(item.id));
  }

  /** The id by which a tree knows a child. */
  #treeGid(item: ItemRow | undefined): string {
    if (item === undefined) return gid('Issue', 1);
    return item.type === 'epic' ? this.#gid(item, 'Epic') : gid('EpicIssue', this.#ids.link(item.id));
  }

  readonly #builds: Readonly<Record<Step['kind'], () => StepRequest>> = {
    reorder: () => {
      const { sensible, flag } = this.#step;
      const moved = sensible ? this.#linked(0) : this.#pick(this.#items, 0);
      const parent = moved === undefined ? null : this.#world.parentOf(moved.id);
      const base = sensible ? (parent ?? undefined) : this.#epic(1);
      const target = flag ? this.#epic(2) : undefined;
      const siblings = this.#world.childrenOf((target ?? parent)?.id ?? 0);
      const adjacent = this.#number(3, 5) === 0 ? undefined : this.#pick(sensible ? siblings : this.#items, 4);
      const input = {
        baseEpicId: this.#gid(base, 'Epic'),
        moved: {
          id: this.#treeGid(moved),
          ...(adjacent === undefined ? {} : { adjacentReferenceId: this.#treeGid(adjacent) }),
          ...(this.#number(5, 9) === 0 ? {} : { relativePosition: this.#number(5, 2) === 0 ? 'before' : 'after' }),
          ...(target === undefined ? {} : { newParentId: this.#gid(target, 'Epic') }),
        },
      };
      return { operation: EpicTreeReorderOperation, variables: { input } };
    },
    add: () => {
      const kind = this.#step.flag ? 'links' : 'issues';
      const wanted = this.#items.filter(({ type }) => (type === 'epic') === (kind === 'links') || !this.#step.sensible);
      const references = [1, 2, 3].slice(0, 1 + this.#number(4, 3)).map((index) => {
        const item = this.#pick(wanted, index);
        return item === undefined || this.#number(index, 11) === 10 ? 'nonsense' : itemName(this.#world, item.id);
      });
      return {
        method: 'POST',
        path: `${this.#page(this.#epic(0))}/${kind}`,
        body: { issuable_references: references },
      };
    },
    remove: () => {
      const child = this.#linked(0);
      const parent = child === undefined ? null : this.#world.parentOf(child.id);
      const page = this.#page(this.#step.sensible && parent?.type === 'epic' ? parent : this.#epic(1));
      if (child === undefined) return { method: 'DELETE', path: `${page}/links/${NOBODY}` };
      const rest = child.type === 'epic' ? `links/${this.#ids.item(child.id)}` : `issues/${this.#ids.link(child.id)}`;
      return { method: 'DELETE', path: `${page}/${rest}` };
    },
    newEpic: () => {
      const { fullPath = 'acme' } = this.#pick([...this.#world.groups.values()], 0) ?? {};
      const { title, flag } = this.#step;
      return { method: 'POST', path: `/groups/${fullPath}/-/epics`, body: { title, confidential: flag } };
    },
    childEpic: () => {
      const group = this.#pick([...this.#world.groups.values()], 0);
      const parent = this.#step.sensible ? this.#epic(1) : this.#pick(this.#items, 1);
      const { title, flag } = this.#step;
      const parentId = parent === undefined ? NOBODY : this.#ids.item(parent.id);
      const path = `/api/v4/groups/${group === undefined ? NOBODY : this.#ids.group(group.id)}/epics`;
      return { method: 'POST', path, body: { title, confidential: flag, parent_id: parentId } };
    },
    childIssue: () => {
      const project = this.#pick([...this.#world.projects.values()], 0);
      const parent = this.#epic(1);
      const path = `/api/v4/projects/${project === undefined ? NOBODY : this.#ids.project(project.id)}/issues`;
      const epicId = parent === undefined ? NOBODY : this.#ids.item(parent.id);
      return { method: 'POST', path, body: { title: this.#step.title, epic_id: epicId } };
    },
    update: () => {
      const epic = this.#epic(0);
      const { title, flag } = this.#step;
      const bodies: unknown[] = [
        { epic: { state_event: flag ? 'close' : 'reopen' } },
        { epic: { state_event: flag ? 'close' : 'bogus' } },
        { epic: { confidential: flag } },
        { epic: { title } },
        { epic: { title: 'locked', lock_version: (epic?.lockVersion ?? 0) + (flag ? 0 : 1) } },
        { epic: { start_date_is_fixed: flag, start_date_fixed: '2026-05-01' } },
        { epic: { due_date_is_fixed: true, due_date_fixed: flag ? '2026-06-30' : '2026-02-30' } },
        { epic: { due_date_is_fixed: false } },
      ];
      return { method: 'PUT', path: `${this.#page(epic)}.json`, body: this.#pick(bodies, 1) };
    },
    deleteEpic: () => {
      const query: Record<string, string> = this.#step.sensible ? { destroy_confirm: 'true' } : {};
      return { method: 'DELETE', path: `${this.#page(this.#epic(0))}.json`, query };
    },
    deleteIssue: () => {
      const item = this.#pick(
        this.#items.filter(({ projectId }) => projectId !== null),
        0,
      );
      const project = item?.projectId == null ? 'acme/api' : this.#world.project(item.projectId).fullPath;
      const path = `/${project}/-/issues/${item?.iid ?? 999}`;
      const query: Record<string, string> = this.#step.sensible ? { destroy_confirm: 'true' } : {};
      return { method: 'DELETE', path, query };
    },
    hierarchy: () => {
      const item = this.#pick(this.#items, 0);
      const other = this.#pick(this.#items, 1);
      const siblings = this.#world.childrenOf(item === undefined ? 0 : (this.#world.parentOf(item.id)?.id ?? 0));
      const widgets: object[] = [
        { parentId: this.#gid(other) },
        { parentId: null },
        { childrenIds: [this.#gid(other), this.#gid(this.#pick(this.#items, 2))] },
        {
          adjacentWorkItemId: this.#gid(this.#pick(siblings, 3)),
          relativePosition: this.#step.flag ? 'BEFORE' : 'AFTER',
        },
        { relativePosition: 'BEFORE' },
      ];
      const input = { id: this.#gid(item), hierarchyWidget: this.#pick(widgets, 4) };
      return { operation: WorkItemUpdateOperation, variables: { input } };
    },
    fields: () => {
      const { title, flag } = this.#step;
      const changes: object[] = [
        { title },
        { confidential: flag },
        { stateEvent: flag ? 'CLOSE' : 'REOPEN' },
        { weightWidget: { weight: this.#number(2, 4) } },
        { healthStatusWidget: { healthStatus: flag ? 'atRisk' : null } },
        { weightWidget: { weight: null }, stateEvent: 'CLOSE' },
      ];
      const item = this.#pick(
        this.#items.filter(({ type }) => type === 'issue'),
        0,
      );
      const input = { id: this.#gid(item), ...this.#pick(changes, 1) };
      return { operation: WorkItemUpdateOperation, variables: { input } };
    },
    create: () => {
      const types = ['issue', 'task', 'objective', 'epic'] as const;
      const project = this.#pick([...this.#world.projects.values()], 0);
      const input = {
        title: this.#step.title,
        projectPath: project?.fullPath ?? 'acme/none',
        workItemTypeId: gid('WorkItems::Type', WORK_ITEM_TYPE_IDS[this.#pick(types, 1) ?? 'issue']),
        ...(this.#step.flag ? { hierarchyWidget: { parentId: this.#gid(this.#pick(this.#items, 2)) } } : {}),
      };
      return { operation: WorkItemCreateOperation, variables: { input } };
    },
    children: () => childrenRequest(this.#path(this.#epic(0)), 1 + this.#number(1, 4)),
    list: () => {
      const { fullPath = 'acme' } = this.#pick([...this.#world.groups.values()], 0) ?? {};
      const sorts = [
        'CREATED_AT_DESC',
        'CREATED_AT_ASC',
        'START_DATE_ASC',
        'START_DATE_DESC',
        'END_DATE_ASC',
        'END_DATE_DESC',
      ];
      const variables = {
        fullPath,
        state: this.#pick(['opened', 'closed', 'all'], 1),
        sort: this.#pick(sorts, 2),
        search: this.#pick([null, 'epic', 'PLAN', '"epic 1"', 'no such'], 3),
      };
      return listRequest(variables, 1 + this.#number(4, 4), this.#step.flag);
    },
    home: () => {
      const search = this.#pick([null, 'web', 'ACME', '"acme"', 'hidden', 'zzz'], 0);
      const { fullPath = 'acme' } = this.#pick([...this.#world.groups.values()], 1) ?? {};
      return (
        this.#pick<StepRequest>(
          [
            { operation: HomeGroupsOperation, variables: { search } },
            { operation: HomeProjectsOperation, variables: { search } },
            { operation: GroupPageOperation, variables: { fullPath } },
            { operation: WorkItemTypesOperation, variables: { fullPath: 'acme/web/app' } },
          ],
          2,
        ) ?? { operation: HomeGroupsOperation, variables: {} }
      );
    },
    page: () => {
      const epic = this.#epic(0);
      const reads: StepRequest[] = [
        { operation: EpicPageOperation, variables: this.#path(epic) },
        { method: 'GET', path: `${this.#page(epic)}.json` },
        { method: 'GET', path: `${this.#page(epic)}/realtime_changes` },
        { method: 'GET', path: `${this.#page(epic)}/links` },
        { method: 'GET', path: `${this.#page(epic)}/issues` },
      ];
      return this.#pick(reads, 1) ?? { method: 'GET', path: '/' };
    },
    completion: () => {
      const { flag, sensible } = this.#step;
      const group = this.#pick([...this.#world.groups.values()], 0);
      const user = this.#pick([...this.#world.users.values()], 1);
      if (this.#number(2, 6) === 0) {
        const groupId = group === undefined ? NOBODY : this.#ids.group(group.id);
        const path = `/api/v4/groups/${groupId}/members/all/${user === undefined ? NOBODY : this.#ids.user(user.id)}`;
        return { method: 'GET', path };
      }
      const search = this.#pick(['', '1', '&1', '#2', 'plan', 'Issue', 'no such', '99'], 3) ?? '';
      return {
        method: 'GET',
        path: `/groups/${group?.fullPath ?? 'acme'}/-/autocomplete_sources/${flag ? 'epics' : 'issues'}`,
        query: { search, ...(sensible ? { addable_to: String(1 + this.#number(4, 4)) } : {}) },
      };
    },
    issues: () => {
      const project = this.#pick([...this.#world.projects.values()], 0);
      const group = this.#pick([...this.#world.groups.values()], 0);
      const user = this.#pick([...this.#world.users.values()], 0);
      if (this.#number(5, 8) === 0) {
        return { operation: PersonPageOperation, variables: { username: user?.username ?? 'nobody' } };
      }
      const variables = {
        state: this.#pick(['opened', 'closed', 'all'], 1),
        sort: this.#pick(['CREATED_DESC', 'CREATED_ASC', 'DUE_DATE_ASC', 'DUE_DATE_DESC'], 2),
        search: this.#pick([null, 'issue', 'PLAN', '"issue 1"', 'no such'], 3),
        first: 1 + this.#number(4, 4),
      };
      return this.#step.flag
        ? issuesRequest(GroupIssuesOperation, { fullPath: group?.fullPath ?? 'acme', ...variables })
        : issuesRequest(ProjectIssuesOperation, { fullPath: project?.fullPath ?? 'acme/none', ...variables });
    },
    roadmap: () => {
      const { fullPath = 'acme' } = this.#pick([...this.#world.groups.values()], 1) ?? {};
      const path = this.#step.flag ? this.#path(this.#epic(1)) : { fullPath, iid: '999' };
      return roadmapRequest(path, (index, count) => this.#number(index, count));
    },
    dates: () => datesRequest(this.#path(this.#epic(0)), this.#step.flag, (index, count) => this.#number(index, count)),
    sidebar: () => {
      const epic = this.#epic(5);
      const epicId = epic === undefined ? NOBODY : this.#ids.item(epic.id);
      return sidebarRequest(this.#path(epic), epicId, (index, count) => this.#number(index, count));
    },
    links: () => linksRequest(this.#world, (index, count) => this.#number(index, count)),
    workItemTree: () => ({
      operation: WorkItemTreeOperation,
      variables: { id: this.#gid(this.#pick(this.#items, 0)), first: 2 },
    }),
  };

  build(): StepRequest {
    return this.#builds[this.#step.kind]();
  }
}

/** The request of a step, in the ids of one server. */
export const requestOf = (step: Step, world: World, ids: Ids): StepRequest => new Builder(step, world, ids).build();

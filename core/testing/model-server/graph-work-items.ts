import { can, workItemPermissions } from '../../access/index.ts';
import { TYPE_ICONS, TYPE_NAMES } from '../../work-item/rules.ts';
import type { WorkItemType } from '../../work-item/types.ts';
import type { Order } from './connection.ts';
import { connection } from './connection.ts';
import { datesOf } from './dates.ts';
import type { Args, Node } from './execute.ts';
import type { Graph } from './graph.ts';
import { BASE_URL, epicPath, gid, issuePath, textHtml, titleHtml } from './addresses.ts';
import type { ItemRow, LinkRow } from './world.ts';

/** Numbers of the types in `gid://gitlab/WorkItems::Type/N`. */
export const WORK_ITEM_TYPE_IDS: Readonly<Record<WorkItemType, number>> = {
  issue: 1,
  incident: 2,
  test_case: 3,
  requirement: 4,
  task: 5,
  objective: 6,
  key_result: 7,
  epic: 8,
};

export const typeOfNumber = (id: number): WorkItemType | null =>
  (Object.keys(WORK_ITEM_TYPE_IDS) as WorkItemType[]).find((type) => WORK_ITEM_TYPE_IDS[type] === id) ?? null;

export const wireType = (type: WorkItemType): Node => ({
  id: gid('WorkItems::Type', WORK_ITEM_TYPE_IDS[type]),
  name: TYPE_NAMES[type],
  iconName: TYPE_ICONS[type],
});

/** Which widgets an item of a type has in GitLab, in the order in which its server gives them. */
const WIDGETS: Readonly<Record<WorkItemType, readonly string[]>> = {
  epic: ['DESCRIPTION', 'HIERARCHY', 'LABELS', 'START_AND_DUE_DATE'],
  issue: [
    'ASSIGNEES',
    'LABELS',
    'DESCRIPTION',
    'HIERARCHY',
    'START_AND_DUE_DATE',
    'MILESTONE',
    'ITERATION',
    'WEIGHT',
    'HEALTH_STATUS',
  ],
  task: ['ASSIGNEES', 'LABELS', 'DESCRIPTION', 'HIERARCHY', 'START_AND_DUE_DATE', 'MILESTONE', 'ITERATION', 'WEIGHT'],
  incident: ['ASSIGNEES', 'DESCRIPTION', 'HIERARCHY'],
  test_case: ['DESCRIPTION'],
  requirement: ['DESCRIPTION'],
  objective: ['ASSIGNEES', 'LABELS', 'DESCRIPTION', 'HIERARCHY', 'MILESTONE', 'HEALTH_STATUS', 'PROGRESS'],
  key_result: ['ASSIGNEES', 'LABELS', 'DESCRIPTION', 'HIERARCHY', 'START_AND_DUE_DATE', 'HEALTH_STATUS', 'PROGRESS'],
};

const byPosition: Order<LinkRow> = {
  name: 'relative_position',
  keys: [{ of: ({ position }) => position }, { of: ({ id }) => id }],
};
const newestFirst: Order<ItemRow> = {
  name: 'created_desc',
  keys: [
    { of: ({ createdAt }) => createdAt, descending: true },
    { of: ({ id }) => id, descending: true },
  ],
};

export function workItem(graph: Graph, item: ItemRow): Node {
  const { world, rights } = graph;
  const { id, iid, title, confidential, createdAt, updatedAt, closedAt, lockVersion, projectId, type } = item;
  const project = projectId === null ? null : world.project(projectId);
  const group = world.group(item.groupId);
  const path = project === null ? epicPath(group.fullPath, iid) : issuePath(project.fullPath, item);
  const own = `${project === null ? '&' : '#'}${iid}`;
  return {
    __typename: 'WorkItem',
    id: gid('WorkItem', id),
    iid: String(iid),
    title,
    titleHtml: titleHtml(title),
    description: item.description,
    descriptionHtml: textHtml(item.description),
    author: () => graph.person(item.authorId),
    state: item.state === 'opened' ? 'OPEN' : 'CLOSED',
    confidential,
    reference: ({ full }: Args) => (full === true ? `${project?.fullPath ?? group.fullPath}${own}` : own),
    webUrl: `${BASE_URL}${path}`,
    createdAt,
    updatedAt,
    closedAt,
    lockVersion,
    project: project === null || !rights.readsProject(project) ? null : graph.project(project),
    workItemType: wireType(type),
    userPermissions: permissions(graph, item),
    widgets: WIDGETS[type].map((name) => widget(graph, item, name)),
  };
}

function permissions({ rights }: Graph, item: ItemRow): Node {
  const subject = rights.itemSubject(item);
  if (item.type !== 'epic') return workItemPermissions(subject);
  return {
    readWorkItem: can('readEpic', subject),
    updateWorkItem: can('updateEpic', subject),
    adminWorkItem: can('adminEpic', subject),
    setWorkItemMetadata: can('adminEpic', subject),
    deleteWorkItem: can('destroyEpic', subject),
    adminParentLink: can('adminEpicRelation', subject),
    createNote: can('createNote', subject),
  };
}

const TYPE_OF_WIDGET = (name: string): string =>
  `WorkItemWidget${name
    .toLowerCase()
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')}`;

function widget(graph: Graph, item: ItemRow, name: string): Node {
  return { __typename: TYPE_OF_WIDGET(name), type: name, ...contents(graph, item, name) };
}

function contents(graph: Graph, item: ItemRow, name: string): Node {
  const dates = datesOf(graph.world, item);
  switch (name) {
    case 'ASSIGNEES':
      return { assignees: () => graph.assignees(item) };
    case 'LABELS':
      return { labels: () => graph.labels(item) };
    case 'MILESTONE':
      return { milestone: () => graph.milestone(item) };
    case 'ITERATION':
      return { iteration: null };
    case 'HEALTH_STATUS':
      return { healthStatus: item.healthStatus };
    case 'WEIGHT':
      return { weight: item.weight };
    case 'START_AND_DUE_DATE':
      return { startDate: dates.start, dueDate: dates.due };
    case 'HIERARCHY':
      return hierarchy(graph, item);
    default:
      return {};
  }
}

function hierarchy(graph: Graph, item: ItemRow): Node {
  const { world, rights } = graph;
  const seen = () => world.linksUnder(item.id).filter(({ childId }) => rights.see(childId) !== null);
  return {
    hasChildren: seen().length > 0,
    parent: () => {
      const parent = rights.see(world.links.get(item.id)?.parentId);
      return parent === null ? null : workItem(graph, parent);
    },
    children: (args: Args) =>
      connection(seen(), byPosition, args, ({ childId }) => workItem(graph, world.item(childId)), world.pageMax),
  };
}

const PROJECT_TYPES: readonly WorkItemType[] = [
  'issue',
  'incident',
  'test_case',
  'requirement',
  'task',
  'objective',
  'key_result',
];

/** What the work-item mode asks of a project: its types, and its items by title. */
export function projectOfWorkItems(graph: Graph, path: unknown, matches: (search: unknown, title: string) => boolean) {
  const project = graph.rights.seeProject(String(path));
  if (project === null) return null;
  return {
    ...graph.project(project),
    workItemTypes: { nodes: PROJECT_TYPES.map(wireType) },
    workItems: (args: Args) => {
      const { types, iid } = args;
      const items = [...graph.world.items.values()].filter(
        (item) =>
          item.projectId === project.id &&
          (typeof iid !== 'string' || String(item.iid) === iid) &&
          (!Array.isArray(types) || types.includes(item.type.toUpperCase())) &&
          matches(args['search'], item.title) &&
          graph.rights.reads(item),
      );
      return connection(items, newestFirst, args, (item) => workItem(graph, item));
    },
  };
}

import type { Order } from './connection.ts';
import { connection } from './connection.ts';
import type { Args, Node } from './execute.ts';
import type { Graph } from './graph.ts';
import { discussions } from './graph-notes.ts';
import { iterationNode } from './graph-roadmap.ts';
import { permissionsAsWorkItem, PROJECT_TYPES, WIDGET_TYPES, wireType } from '../../server/graphql/work-item-types.ts';
import { TYPE_WIDGETS } from '@espalier/core/work-item/rules';
import { isSubscribed } from '../../server/store/memory/personal.ts';
import { nameOf } from '../../server/store/memory/items.ts';
import { itemPath } from '../../server/work-item/addresses.ts';
import { BASE_URL, gid, textHtml, titleHtml } from './addresses.ts';
import type { ItemRow, LinkRow } from '../../server/store/memory/rows.ts';

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
    webUrl: `${BASE_URL}${itemPath(nameOf(world, item))}`,
    createdAt,
    updatedAt,
    closedAt,
    lockVersion,
    project: project === null || !rights.readsProject(project) ? null : graph.project(project),
    workItemType: wireType(type),
    userPermissions: permissionsAsWorkItem(project === null ? 'epic' : 'issue', rights.itemSubject(item)),
    widgets: TYPE_WIDGETS[type].map((name) => widget(graph, item, name)),
  };
}

function widget(graph: Graph, item: ItemRow, name: string): Node {
  return { __typename: WIDGET_TYPES[name], type: name, ...contents(graph, item, name) };
}

function contents(graph: Graph, item: ItemRow, name: string): Node {
  const dates = graph.world.datesOf(item);
  switch (name) {
    case 'ASSIGNEES':
      return { assignees: () => graph.assignees(item), allowsMultipleAssignees: true };
    case 'DESCRIPTION':
      return {
        lastEditedAt: item.editedAt,
        lastEditedBy: item.editedBy === null ? null : graph.person(item.editedBy),
      };
    case 'LABELS':
      return { labels: () => graph.labels(item) };
    case 'MILESTONE':
      return { milestone: () => graph.milestone(item) };
    case 'ITERATION':
      return { iteration: iteration(graph, item) };
    case 'HEALTH_STATUS':
      return { healthStatus: item.healthStatus };
    case 'PROGRESS':
      return { progress: item.progress };
    case 'WEIGHT':
      return { weight: item.weight };
    case 'START_AND_DUE_DATE':
      return { startDate: dates.start, dueDate: dates.due };
    case 'CURRENT_USER_TODOS':
      return { currentUserTodos: ({ state }: Args) => ({ nodes: graph.todos(item, state) }) };
    case 'NOTIFICATIONS':
      return { subscribed: isSubscribed(graph.world, graph.rights.viewer, item) };
    case 'AWARD_EMOJI':
      return { awardEmoji: (args: Args) => graph.awards({ itemId: item.id, noteId: null }, args) };
    case 'NOTES':
      return { discussions: (args: Args) => discussions(graph, item, args) };
    case 'HIERARCHY':
      return hierarchy(graph, item);
    default:
      return {};
  }
}

function iteration({ world }: Graph, { iterationId }: ItemRow): Node | null {
  const row = iterationId === null ? undefined : world.iterations.get(iterationId);
  return row === undefined ? null : iterationNode(world)(row);
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

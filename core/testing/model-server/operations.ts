import { idOfType, notAGlobalId, notOfType, stateEvent, tryParseGlobalId } from '../../work-item/rules.ts';
import type { HierarchyPatch, ItemPatch } from './commands-items.ts';
import { createEpic, createItem, updateEpic, updateItem } from './commands-items.ts';
import type { ReorderInput } from './commands-tree.ts';
import { reorder } from './commands-tree.ts';
import type { Args, Node } from './execute.ts';
import { execute, GraphError, operationKind } from './execute.ts';
import { Graph, labelNode } from './graph.ts';
import { projectOfWorkItems, typeOfNumber, workItem } from './graph-work-items.ts';
import { HIDDEN, Refusal, refuse } from './refusal.ts';
import type { Rights } from './rights.ts';
import { matches } from './search.ts';
import { createLabel, subscribe } from './sidebar.ts';
import type { ItemRow } from './world.ts';

/** What GraphQL answers: data, or errors without data. */
export interface GraphAnswer {
  readonly data: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

/** The wire's default. */
const NEW_LABEL_COLOR = '#6699cc';

/** Every type under which the number of a work item is known. */
const ITEM = ['WorkItem', 'Issue', 'Epic', 'Task'] as const;

function databaseId(text: unknown, ...types: readonly string[]): number {
  const given = String(text);
  if (tryParseGlobalId(given) === null) refuse(422, notAGlobalId(given));
  return idOfType(given, ...types) ?? refuse(422, notOfType(given, types[0] ?? ''));
}

export function answerGraphql(rights: Rights, text: string, variables: Args): GraphAnswer {
  try {
    const root = operationKind(text) === 'mutation' ? mutations(rights) : queries(rights);
    return { data: execute(text, root, variables) };
  } catch (error) {
    if (error instanceof GraphError) return { data: null, errors: [{ message: error.message }] };
    throw error;
  }
}

function queries(rights: Rights): Node {
  const graph = new Graph(rights);
  const { world } = rights;
  return {
    group: ({ fullPath }: Args) => {
      const group = rights.seeGroup(String(fullPath));
      return group === null ? null : graph.group(group);
    },
    groups: (args: Args) => graph.groups([...world.groups.values()], args),
    user: ({ username }: Args) => {
      const found = [...world.users.values()].find(
        (row) => row.username.toLowerCase() === String(username).toLowerCase(),
      );
      return rights.viewer === null || found === undefined ? null : graph.person(found.id);
    },
    projects: (args: Args) => graph.projects([...world.projects.values()], args),
    project: ({ fullPath }: Args) => projectOfWorkItems(graph, fullPath, matches),
    issue: ({ id }: Args) => {
      const number = idOfType(String(id), 'Issue', 'WorkItem');
      if (number === null) throw new GraphError(notOfType(String(id), 'Issue'));
      const item = rights.see(number);
      return item === null || item.projectId === null ? null : graph.epicIssue(item, 'Issue');
    },
    workItem: ({ id }: Args) => {
      const parsed = tryParseGlobalId(String(id));
      if (parsed === null) throw new GraphError(notAGlobalId(String(id)));
      const number = idOfType(String(id), 'WorkItem', 'Issue', 'Epic');
      if (number === null) throw new GraphError(notOfType(String(id), 'WorkItem'));
      const item = rights.see(number);
      return item === null ? null : workItem(graph, item);
    },
  };
}

function mutations(rights: Rights): Node {
  const graph = new Graph(rights);
  const withWorkItem =
    (run: (input: Args) => ItemRow) =>
    ({ input }: Args) =>
      payload(
        () => {
          const { id } = run(input as Args);
          const item = rights.see(id);
          return { workItem: item === null ? null : workItem(graph, item) };
        },
        { workItem: null },
      );
  return {
    epicTreeReorder: ({ input }: Args) =>
      payload(() => {
        reorder(rights, input as unknown as ReorderInput);
        return {};
      }, {}),
    updateEpic: ({ input }: Args) =>
      payload(
        () => {
          const given = input as Args;
          const epic = rights.seeEpic(String(given['groupPath']), Number(given['iid']));
          const { id } = updateEpic(rights, epic?.id ?? 0, epicPatchOf(given));
          const saved = rights.see(id);
          return { epic: saved === null ? null : graph.epic(saved) };
        },
        { epic: null },
      ),
    epicSetSubscription: ({ input }: Args) =>
      payload(
        () => {
          const { groupPath, iid, subscribedState } = input as Args;
          const epic = rights.seeEpic(String(groupPath), Number(iid));
          return { epic: graph.epic(subscribe(rights, epic, subscribedState === true)) };
        },
        { epic: null },
      ),
    labelCreate: ({ input }: Args) =>
      payload(
        () => {
          const { groupPath, title, color = NEW_LABEL_COLOR } = input as Args;
          const asked = { title: String(title), color: String(color) };
          return { label: labelNode(createLabel(rights, String(groupPath), asked)) };
        },
        { label: null },
      ),
    workItemCreate: withWorkItem((input) => create(rights, input)),
    workItemUpdate: withWorkItem((input) => {
      const id = databaseId(input['id'], ...ITEM);
      return updateItem(rights, id, patchOf(input), hierarchyOf(input));
    }),
  };
}

/** Refusals are texts in `errors`, every other field is null then. */
function payload(run: () => Node, empty: Node): Node {
  try {
    return { ...run(), errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...empty, errors: error.status === 401 ? [HIDDEN] : error.errors };
  }
}

const part = (input: Args, name: string): Args | null => (input[name] ?? null) as Args | null;
const optional = (value: unknown, ...types: readonly string[]): number | null | undefined =>
  value === null || value === undefined ? value : databaseId(value, ...types);

function create(rights: Rights, input: Args): ItemRow {
  const type = typeOfNumber(databaseId(input['workItemTypeId'], 'WorkItems::Type'));
  const owner = input['projectPath'] ?? input['namespacePath'];
  if (typeof owner !== 'string') refuse(422, 'Either projectPath or namespacePath is required');
  if (type === null) refuse(422, 'Work item type does not exist');
  const parentId = optional(part(input, 'hierarchyWidget')?.['parentId'], ...ITEM);
  const milestoneId = optional(part(input, 'milestoneWidget')?.['milestoneId'], 'Milestone');
  const asked = {
    title: String(input['title']),
    description: (input['description'] ?? null) as string | null,
    confidential: input['confidential'] === true,
    parentId,
    milestoneId,
  };
  return type === 'epic' ? createEpic(rights, owner, asked) : createItem(rights, owner, type, asked);
}

/** A widget that is given without its value empties it. */
function patchOf(input: Args): ItemPatch {
  const event = input['stateEvent'];
  const [weight, health, dates, text] = [
    'weightWidget',
    'healthStatusWidget',
    'startAndDueDateWidget',
    'descriptionWidget',
  ].map((name) => part(input, name));
  return {
    title: (input['title'] ?? undefined) as string | undefined,
    confidential: (input['confidential'] ?? undefined) as boolean | undefined,
    stateEvent: typeof event === 'string' ? (stateEvent(event) ?? undefined) : undefined,
    description: text?.['description'] as string | undefined,
    weight: weight === null ? undefined : ((weight?.['weight'] ?? null) as number | null),
    healthStatus: health === null ? undefined : ((health?.['healthStatus'] ?? null) as ItemRow['healthStatus']),
    startDate: dates?.['startDate'] as string | null | undefined,
    dueDate: dates?.['dueDate'] as string | null | undefined,
  };
}

/** An empty text of a date is no date. */
function epicPatchOf(input: Args): ItemPatch {
  const event = input['stateEvent'];
  const day = (name: string) => (input[name] === '' ? null : (input[name] as string | null | undefined));
  return {
    title: (input['title'] ?? undefined) as string | undefined,
    description: input['description'] as string | null | undefined,
    confidential: (input['confidential'] ?? undefined) as boolean | undefined,
    stateEvent: typeof event === 'string' ? (stateEvent(event) ?? undefined) : undefined,
    startIsFixed: (input['startDateIsFixed'] ?? undefined) as boolean | undefined,
    dueIsFixed: (input['dueDateIsFixed'] ?? undefined) as boolean | undefined,
    startDate: day('startDateFixed'),
    dueDate: day('dueDateFixed'),
    addLabelIds: labelIdsIn(input['addLabelIds']),
    removeLabelIds: labelIdsIn(input['removeLabelIds']),
    color: (input['color'] ?? undefined) as string | undefined,
  };
}

const labelIdsIn = (ids: unknown): readonly number[] | undefined =>
  Array.isArray(ids) ? ids.map((id) => databaseId(id, 'GroupLabel', 'ProjectLabel', 'Label')) : undefined;

function hierarchyOf(input: Args): HierarchyPatch | undefined {
  const widget = part(input, 'hierarchyWidget');
  if (widget === null) return undefined;
  const ids = widget['childrenIds'];
  return {
    parentId: optional(widget['parentId'], ...ITEM),
    childrenIds: Array.isArray(ids) ? ids.map((id) => databaseId(id, ...ITEM)) : undefined,
    adjacentId: optional(widget['adjacentWorkItemId'], ...ITEM) ?? undefined,
    relativePosition: (widget['relativePosition'] ?? undefined) as string | undefined,
  };
}

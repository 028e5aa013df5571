import { mutations } from '../../server/graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../../server/graphql/mutations/mutation.ts';
import { idOfType, notAGlobalId, notOfType, tryParseGlobalId } from '@espalier/core/work-item/rules';
import { BASE_URL } from './addresses.ts';
import type { Args, Node } from './execute.ts';
import { callsOf, execute, GraphError, operationKind } from './execute.ts';
import { Graph, labelNode } from './graph.ts';
import { discussionNode, noteNode, readableNote } from './graph-notes.ts';
import { projectOfWorkItems, workItem } from './graph-work-items.ts';
import { matches } from './search.ts';
import type { Session } from './session.ts';

/** What GraphQL answers: data, or errors without data. */
export interface GraphAnswer {
  readonly data: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

/** Changes take their turn; readings are answered at once. */
export function answerGraphql(session: Session, text: string, variables: Args): GraphAnswer | Promise<GraphAnswer> {
  return operationKind(text) === 'mutation'
    ? change(session, text, variables)
    : guarded(() => execute(text, queries(new Graph(session.rights)), variables));
}

function guarded(run: () => unknown): GraphAnswer {
  try {
    return { data: run() };
  } catch (error) {
    if (error instanceof GraphError) return { data: null, errors: [{ message: error.message }] };
    throw error;
  }
}

function queries(graph: Graph): Node {
  const { rights, world } = graph;
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
      return rights.viewer.userId === null || found === undefined ? null : graph.person(found.id);
    },
    projects: (args: Args) => graph.projects([...world.projects.values()], args),
    project: ({ fullPath }: Args) => projectOfWorkItems(graph, fullPath, matches),
    issue: ({ id }: Args) => {
      const number = idOfType(String(id), 'Issue', 'WorkItem');
      if (number === null) throw new GraphError(notOfType(String(id), 'Issue'));
      const item = rights.see(number);
      return item === null || item.projectId === null ? null : graph.epicIssue(item, 'Issue');
    },
    note: ({ id }: Args) => readableNote(graph, id),
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

/** What the schema says of inputs that are left out. */
const DEFAULTS: Readonly<Record<string, Args>> = { labelCreate: { color: '#6699cc' } };

/** The commands are the server's own, and so are their inputs and payloads; what a payload names is read as the viewer then sees it. */
async function change(session: Session, text: string, variables: Args): Promise<GraphAnswer> {
  const { store, rights } = session;
  const payloads: Record<string, Node> = {};
  for (const { name, args } of callsOf(text, variables)) {
    const input = { ...DEFAULTS[name], ...(args['input'] as Args) };
    const known = (mutations as Readonly<Record<string, Mutation<never, unknown>>>)[name];
    if (known === undefined) throw new TypeError(`there is no mutation ${name}`);
    const ctx = { viewer: rights.viewer, now: rights.world.now(), baseUrl: BASE_URL };
    const { body } = await answerMutation(known, store, input as never, ctx);
    payloads[name] = { ...payloadOf(new Graph(rights), body), errors: body.errors };
  }
  return guarded(() => execute(text, payloads, variables));
}

function payloadOf(graph: Graph, body: Readonly<Record<string, unknown>>): Node {
  const { rights, world } = graph;
  const named = <T>(field: string, node: (id: number) => T | null): T | null => {
    const stub = body[field] as { readonly id?: number } | null | undefined;
    return stub?.id === undefined ? null : node(stub.id);
  };
  const item =
    <T>(node: (row: NonNullable<ReturnType<typeof rights.see>>) => T) =>
    (id: number): T | null => {
      const row = rights.see(id);
      return row === null ? null : node(row);
    };
  return {
    note: named('note', (id) => {
      const row = world.comments.get(id);
      return row === undefined ? null : noteNode(graph, row);
    }),
    // Answered with the id of its first note.
    discussion: named('discussion', (id) => {
      const discussionId = world.comments.get(id)?.discussionId;
      return discussionNode(
        graph,
        [...world.comments.values()].filter((row) => row.discussionId === discussionId),
      );
    }),
    toggledOn: body['toggledOn'] ?? null,
    epic: named(
      'epic',
      item((row) => graph.epic(row)),
    ),
    issue: named(
      'issue',
      item((row) => graph.epicIssue(row, 'Issue')),
    ),
    workItem: named(
      'workItem',
      item((row) => workItem(graph, row)),
    ),
    label: named('label', (id) => {
      const row = world.labels.get(id);
      return row === undefined ? null : labelNode(row);
    }),
  };
}

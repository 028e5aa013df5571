import { createServer, type Server } from 'node:http';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';
import { FLOOR, ROADMAP_FLOOR } from './query.ts';

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, String);

type Row = Record<string, unknown> & { id: number };

/** The floor: node:http, one statement, its text sent on unread. */
export function floorServer(databaseUrl: string): Server {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
        variables: { fullPath: string; iid: string; timeframe?: { start: string; end: string } };
      };
      const { fullPath, iid, timeframe } = variables;
      const statement =
        timeframe === undefined
          ? { name: 'floor', text: FLOOR, values: [fullPath, iid] }
          : { name: 'roadmap', text: ROADMAP_FLOOR, values: [fullPath, timeframe.start, timeframe.end] };
      pool.query(statement).then(
        ({ rows }) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(`{"data":${(rows[0] as { data: string }).data}}`);
        },
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.on('close', () => void pool.end());
  return server;
}

const typeDefs = /* GraphQL */ `
  type Query {
    group(fullPath: ID!): Group
  }
  type Group {
    id: ID!
    epic(iid: ID!): Epic
  }
  type Epic {
    id: ID!
    title: String
    issues(first: Int): Issues
  }
  type Issues {
    nodes: [Issue]
  }
  type Issue {
    id: ID!
    iid: ID!
    title: String
    state: String
    confidential: Boolean
    weight: Int
    dueDate: String
    relativePosition: Int
    milestone: Milestone
    assignees: Users
    labels: Labels
  }
  type Milestone {
    id: ID!
    title: String
  }
  type Users {
    nodes: [User]
  }
  type User {
    id: ID!
    username: String
    name: String
  }
  type Labels {
    nodes: [Label]
  }
  type Label {
    id: ID!
    title: String
    color: String
  }
`;

const SQL = {
  milestones: 'SELECT id, title FROM milestones WHERE id = ANY($1)',
  assignees: `SELECT p.work_item_id AS owner, u.id, u.username, u.name FROM work_item_people p JOIN users u ON u.id = p.user_id
    WHERE p.role = 'assignee' AND p.work_item_id = ANY($1) ORDER BY p.place`,
  labels: `SELECT wl.work_item_id AS owner, b.id, b.title, b.color FROM work_item_labels wl JOIN labels b ON b.id = wl.label_id
    WHERE wl.work_item_id = ANY($1) ORDER BY b.title`,
};

interface Loaders {
  one(kind: 'milestones', id: number): Promise<Row | undefined>;
  many(kind: 'assignees' | 'labels', owner: number): Promise<Row[]>;
}

function loadersOf(pool: pg.Pool, batched: boolean): Loaders {
  const read = async (text: string, ids: readonly number[]): Promise<Row[]> =>
    (await pool.query<Row>(text, [ids])).rows;
  const byOwner = (rows: Row[], ids: readonly number[]): Row[][] =>
    ids.map((id) => rows.filter((row) => row.owner === id));
  const loader = (kind: 'assignees' | 'labels') =>
    new DataLoader<number, Row[]>(async (ids) => byOwner(await read(SQL[kind], ids), ids), {
      batch: batched,
      maxBatchSize: 1000,
    });
  const manyOf = { assignees: loader('assignees'), labels: loader('labels') };
  const milestones = new DataLoader<number, Row | undefined>(
    async (ids) => {
      const rows = await read(SQL.milestones, ids);
      return ids.map((id) => rows.find((row) => row.id === id));
    },
    { batch: batched, cache: batched },
  );
  return { one: (_kind, id) => milestones.load(id), many: (kind, owner) => manyOf[kind].load(owner) };
}

/** Yoga with a resolver per field: `batched` with DataLoader, else a statement for every field of every row. */
export function yogaServer(databaseUrl: string, batched: boolean): Server {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const first = async (text: string, values: unknown[]): Promise<Row | undefined> =>
    (await pool.query<Row>(text, values)).rows[0];
  const gid = (type: string) => (row: Row) => `gid://gitlab/${type}/${row.id}`;
  const schema = createSchema<{ loaders: Loaders }>({
    typeDefs,
    resolvers: {
      Query: {
        group: (_root, { fullPath }: { fullPath: string }) =>
          first(`SELECT id FROM groups WHERE lower(full_path) = lower($1) AND visibility = 'public'`, [fullPath]),
      },
      Group: {
        id: gid('Group'),
        epic: (group: Row, { iid }: { iid: string }) =>
          first(
            `SELECT id, title FROM work_items WHERE group_id = $1 AND type = 'epic' AND iid = $2 AND NOT confidential`,
            [group.id, iid],
          ),
      },
      Epic: {
        id: gid('Epic'),
        issues: async (epic: Row, { first: size }: { first: number }) => ({
          nodes: (
            await pool.query<Row>(
              `SELECT w.*, l.relative_position FROM parent_links l JOIN work_items w ON w.id = l.child_id
               WHERE l.parent_id = $1 AND w.type <> 'epic' AND NOT w.confidential ORDER BY l.relative_position, l.id LIMIT $2`,
              [epic.id, size],
            )
          ).rows,
        }),
      },
      Issue: {
        id: gid('Issue'),
        dueDate: (row: Row) => row.due_date,
        relativePosition: (row: Row) => row.relative_position,
        milestone: (row: Row, _args: unknown, { loaders }) =>
          row.milestone_id === null ? null : loaders.one('milestones', row.milestone_id as number),
        assignees: async (row: Row, _args: unknown, { loaders }) => ({
          nodes: await loaders.many('assignees', row.id),
        }),
        labels: async (row: Row, _args: unknown, { loaders }) => ({ nodes: await loaders.many('labels', row.id) }),
      },
      Milestone: { id: gid('Milestone') },
      User: { id: gid('User') },
      Label: { id: gid('GroupLabel') },
    },
  });
  const yoga = createYoga({ schema, logging: false, context: () => ({ loaders: loadersOf(pool, batched) }) });
  const server = createServer((request, response) => void yoga(request, response));
  server.on('close', () => void pool.end());
  return server;
}

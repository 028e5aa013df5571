/** A few schedules against the real server on the embedded database, beside the model: one request at a time, the same rows in the end. */
import type { ModelAnswer, ModelCall, World } from './server/index.ts';
import { ModelServer } from './server/index.ts';
import { seededRandom } from '@espalier/core/testing';
import { WorkItemUpdateOperation } from '@espalier/core/api';
import { createApp } from '../server/app.ts';
import { hashSecret, newSecret } from '../server/auth/secrets.ts';
import { readConfig } from '../server/config.ts';
import { migrateToLatest } from '../server/db/migrate.ts';
import type { OpenDatabase } from '../server/db/open-database.ts';
import { pgliteDatabase } from '../server/db/pglite.ts';
import { openEngine } from '../server/db/pglite-engine.ts';
import { makeEpic, makeGroup, makeIssue, makeMember, makeProject, makeUser } from '../server/db/testing-data.ts';
import type { AccessLevelValue } from '../server/db/place-tables.ts';
import type { Db } from '../server/db/types.ts';
import type { Backend } from './backend.ts';
import { groupId, userId } from './backend.ts';
import { SimClock } from './clock.ts';
import { OPERATIONS_EACH, TABLES } from './draw.ts';
import type { Schedule, WorldPlan } from './schedule.ts';
import { drawSchedule } from './schedule.ts';
import type { Outcome } from './simulation.ts';
import { Simulation, START } from './simulation.ts';
import { fillWorld } from './world.ts';

type App = Awaited<ReturnType<typeof createApp>>;

/** The server's own pages; the model's size of them is its own matter. */
const PAGE = 100;

/** The texts of a refusal, as a browser's port reads them. */
function textsOf(body: unknown): readonly string[] {
  const { errors, message } = (body ?? {}) as { readonly errors?: unknown; readonly message?: unknown };
  if (Array.isArray(errors)) {
    return errors.map((error: unknown) =>
      typeof error === 'string' ? error : String((error as { message?: unknown }).message),
    );
  }
  const text = typeof errors === 'string' ? errors : message;
  return typeof text === 'string' ? [text] : [];
}

/** Both servers at once: the planners hear the real one. */
export class RealBackend implements Backend {
  readonly model: ModelServer;
  /** Where the two did not come to the same. */
  readonly differences: string[] = [];
  readonly #app: App;
  readonly #db: Db;
  readonly #tokens: ReadonlyMap<string, string>;
  /** Numbers in the model by those in the database: of the links of children, of links beside the tree, of labels, of to-dos and of comments. */
  readonly #links = new Map<number, number>();
  readonly #relations = new Map<number, number>();
  readonly #labels = new Map<number, number>();
  readonly #todos = new Map<number, number>();
  readonly #notes = new Map<number, number>();

  constructor(model: ModelServer, app: App, db: Db, tokens: ReadonlyMap<string, string>) {
    this.model = model;
    this.#app = app;
    this.#db = db;
    this.#tokens = tokens;
  }

  async answer(who: string, call: ModelCall): Promise<ModelAnswer> {
    const before = this.model.history.length;
    // The administrator has chosen from the model's rows, everybody else from what the real server answered.
    const isElsewhere = who === 'root';
    const model = await this.model.answerAs(who, isElsewhere ? call : this.#inModelIds(call));
    const real = await this.#send(who, isElsewhere ? this.#inRealIds(call) : call);
    if (this.model.history.length !== before) await this.#learn(call);
    if (real.failed !== model.failed || real.errors.join() !== model.errors.join()) {
      this.differences.push(
        `${who}: ${call.what} is answered ${real.status} ${real.errors.join()}, by the model ${model.status} ${model.errors.join()}`,
      );
    }
    return real;
  }

  /**
   * Items have the same numbers on both sides, for both give them in order; links, labels, to-dos and comments have not.
   */
  #inModelIds(call: ModelCall): ModelCall {
    const by =
      (ids: ReadonlyMap<number, number>) =>
      (_: string, text: string, id: string): string =>
        text + String(ids.get(Number(id)) ?? 0);
    const text = JSON.stringify({ variables: call.variables, request: call.request })
      .replace(/(gid:\/\/gitlab\/EpicIssue\/)(\d+)/g, by(this.#links))
      .replace(/(\/epics\/\d+\/issues\/)(\d+)(?=")/g, by(this.#links))
      .replace(/(\/related_epic_links\/|\/issues\/\d+\/links\/)(\d+)(?=")/g, by(this.#relations))
      .replace(/(gid:\/\/gitlab\/GroupLabel\/)(\d+)/g, by(this.#labels))
      .replace(/(\/dashboard\/todos\/)(\d+)(?=")/g, by(this.#todos))
      .replace(/(gid:\/\/gitlab\/(?:Note|Discussion)\/)(\d+)/g, by(this.#notes));
    return { ...call, ...(JSON.parse(text) as Pick<ModelCall, 'variables' | 'request'>) };
  }

  /** The numbers in the database by the model's, for what is asked for with the model before one's eyes. */
  #inRealIds(call: ModelCall): ModelCall {
    const by =
      (ids: ReadonlyMap<number, number>) =>
      (_: string, text: string, id: string): string =>
        text + String([...ids].find(([, model]) => model === Number(id))?.[0] ?? 0);
    const text = JSON.stringify({ variables: call.variables, request: call.request })
      .replace(/(\/related_epic_links\/|\/issues\/\d+\/links\/)(\d+)(?=")/g, by(this.#relations))
      .replace(/(gid:\/\/gitlab\/GroupLabel\/)(\d+)/g, by(this.#labels))
      .replace(/(gid:\/\/gitlab\/(?:Note|Discussion)\/)(\d+)/g, by(this.#notes));
    return { ...call, ...(JSON.parse(text) as Pick<ModelCall, 'variables' | 'request'>) };
  }

  /** The model's numbers of what a change has made in the database. */
  async #learn({ what, request }: ModelCall): Promise<void> {
    const { world } = this.model;
    if (what === 'labelCreate') {
      const rows = await this.#db.selectFrom('labels').select(['id', 'title', 'group_id']).execute();
      for (const { id, title, group_id: group } of rows) {
        const own = [...world.labels.values()].find((row) => row.title === title && row.groupId === group);
        if (own !== undefined) this.#labels.set(id, own.id);
      }
    }
    if (what === 'createNote') {
      const rows = await this.#db.selectFrom('notes').select(['id', 'body']).where('system', '=', false).execute();
      for (const { id, body } of rows) {
        const own = [...world.comments.values()].find((row) => row.body === body);
        if (own !== undefined && !this.#notes.has(id)) this.#notes.set(id, own.id);
      }
    }
    if (request !== null && /\/todos$/.test(request.path)) {
      const rows = await this.#db
        .selectFrom('todos')
        .select(['id', 'user_id', 'work_item_id'])
        .where('state', '=', 'pending')
        .execute();
      for (const { id, user_id: user, work_item_id: item } of rows) {
        const own = [...world.todos.values()].findLast((row) => row.userId === user && row.itemId === item);
        if (own !== undefined && !this.#todos.has(id)) this.#todos.set(id, own.id);
      }
    }
    if (request !== null && /\/(?:related_epic_links|issues\/\d+\/links)$/.test(request.path)) {
      const rows = await this.#db.selectFrom('work_item_links').select(['id', 'source_id', 'target_id']).execute();
      for (const { id, source_id: source, target_id: target } of rows) {
        const own = [...world.relations.values()].find((row) => row.sourceId === source && row.targetId === target);
        if (own !== undefined) this.#relations.set(id, own.id);
      }
    }
    const rows = await this.#db.selectFrom('parent_links').select(['id', 'child_id']).execute();
    for (const row of rows) {
      const id = this.model.world.links.get(row.child_id)?.id;
      if (id !== undefined && !this.#links.has(row.id)) this.#links.set(row.id, id);
    }
  }

  async #send(who: string, { text, variables, request, idempotencyKey }: ModelCall): Promise<ModelAnswer> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'private-token': this.#tokens.get(who) ?? '',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    if (request === null) {
      const payload = JSON.stringify({ query: text, variables });
      const answer = await this.#app.inject({ method: 'POST', url: '/api/graphql', headers, payload });
      const body = answer.json<{ readonly data: unknown }>();
      const errors = textsOf({ errors: (body as { readonly errors?: unknown }).errors });
      return { status: answer.statusCode, data: body.data, errors, failed: errors.length > 0, headers: {} };
    }
    const { method, path, query = {}, body } = request;
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    const url = search.size === 0 ? path : `${path}?${search.toString()}`;
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const { 'content-type': type, ...others } = headers;
    const sent = { ...others, ...(body === undefined ? {} : { 'content-type': type }) };
    const answer = await this.#app.inject({ method, url, headers: sent, ...payload });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const data: unknown = isJson ? answer.json() : null;
    const failed = answer.statusCode >= 400;
    return { status: answer.statusCode, data, errors: failed ? textsOf(data) : [], failed, headers: {} };
  }

  async setRole(who: string, level: number | null): Promise<void> {
    const { world } = this.model;
    const [user, group] = [userId(world, who), groupId(world, 'acme')];
    world.setLevel(user, group, level);
    await this.#db.deleteFrom('memberships').where('user_id', '=', user).where('group_id', '=', group).execute();
    if (level === null) return;
    await makeMember(this.#db, { userId: user, groupId: group, accessLevel: level as AccessLevelValue });
  }
}

/** The tables of both servers, as text, where they differ. */
async function rowFaults(world: World, db: Db): Promise<string[]> {
  const { items, links } = world;
  const rows = await db.selectFrom('work_items').selectAll().orderBy('id').execute();
  const real = rows.map((row) => [
    row.id,
    row.iid,
    row.type,
    row.group_id,
    row.project_id,
    row.title,
    row.state,
    row.confidential,
    row.weight,
    row.health_status,
    row.lock_version,
    row.color.toLowerCase(),
    row.type === 'epic'
      ? [row.start_date_is_fixed, row.start_date_fixed, row.due_date_is_fixed, row.due_date_fixed]
      : [],
  ]);
  const model = [...items.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => [
      row.id,
      row.iid,
      row.type,
      row.groupId,
      row.projectId,
      row.title,
      row.state,
      row.confidential,
      row.weight,
      row.healthStatus,
      row.lockVersion,
      row.color.toLowerCase(),
      row.type === 'epic' ? [row.startIsFixed, row.startDate, row.dueIsFixed, row.dueDate] : [],
    ]);
  const stored = await db.selectFrom('parent_links').selectAll().orderBy('child_id').execute();
  const realLinks = stored.map((row) => [row.parent_id, row.child_id, row.relative_position]);
  const modelLinks = [...links.values()].map((row) => [row.parentId, row.childId, row.position]);
  return [
    ...differing('work_items', real, model),
    ...differing('parent_links', realLinks, modelLinks),
    ...(await sidebarFaults(world, db)),
  ];
}

/** Links beside the tree, the labels of items, and what people keep for themselves. */
async function sidebarFaults({ relations, labels, items, todos, subscriptions }: World, db: Db): Promise<string[]> {
  const realRelations = await db.selectFrom('work_item_links').select(['type', 'source_id', 'target_id']).execute();
  const realLabels = await db
    .selectFrom('work_item_labels')
    .innerJoin('labels', 'labels.id', 'work_item_labels.label_id')
    .select(['work_item_id', 'labels.title', 'labels.group_id'])
    .execute();
  const realTodos = await db.selectFrom('todos').select(['user_id', 'work_item_id', 'state']).execute();
  const realChoices = await db.selectFrom('subscriptions').select(['work_item_id', 'user_id', 'subscribed']).execute();
  const carried = [...items.values()].flatMap(({ id, labelIds }) =>
    labelIds.flatMap((label) => {
      const row = labels.get(label);
      return row === undefined ? [] : [[id, row.title, row.groupId]];
    }),
  );
  return [
    ...differing(
      'work_item_links',
      realRelations.map((row) => [row.type, row.source_id, row.target_id]),
      [...relations.values()].map((row) => [row.type, row.sourceId, row.targetId]),
    ),
    ...differing(
      'work_item_labels',
      realLabels.map((row) => [row.work_item_id, row.title, row.group_id]),
      carried,
    ),
    ...differing(
      'todos',
      realTodos.map((row) => [row.user_id, row.work_item_id, row.state]),
      [...todos.values()].map((row) => [row.userId, row.itemId, row.state]),
    ),
    ...differing(
      'subscriptions',
      realChoices.map((row) => [`${row.work_item_id} ${row.user_id}`, row.subscribed]),
      [...subscriptions],
    ),
  ];
}

function differing(table: string, real: readonly unknown[][], model: readonly unknown[][]): string[] {
  const [realLines, modelLines] = [real.map((row) => JSON.stringify(row)), model.map((row) => JSON.stringify(row))];
  return [
    ...realLines.filter((line) => !modelLines.includes(line)).map((line) => `${table}: only the database has ${line}`),
    ...modelLines.filter((line) => !realLines.includes(line)).map((line) => `${table}: only the model has ${line}`),
  ];
}

/** The same people, groups, projects and items in the database, with the same ids: tables are empty, and are filled in the same order. */
async function fillDatabase(db: Db, world: World): Promise<ReadonlyMap<string, string>> {
  await db
    .insertInto('settings')
    .values({ key: 'max_children', value: JSON.stringify(world.maxChildren) })
    .execute();
  const tokens = new Map<string, string>();
  for (const { id, username } of world.users.values()) {
    const made = username === 'root' ? id : await makeUser(db, username);
    if (made !== id) throw new Error(`${username} is ${made} in the database, and ${id} in the model`);
    const secret = newSecret('sim-');
    await db
      .insertInto('access_tokens')
      .values({ user_id: id, name: 'sim', token_hash: hashSecret(secret) })
      .execute();
    tokens.set(username, secret);
  }
  for (const { fullPath, name, parentId, visibility } of world.groups.values()) {
    const path = fullPath.split('/').at(-1) ?? '';
    await makeGroup(db, { path, name, visibility, ...(parentId === null ? {} : { parentId }) });
  }
  for (const { fullPath, name, groupId: owner } of world.projects.values()) {
    await makeProject(db, { groupId: owner, path: fullPath.split('/').at(-1) ?? '', name });
  }
  for (const { userId: member, groupId: group, level } of world.members.values()) {
    await makeMember(db, { userId: member, groupId: group ?? 0, accessLevel: level as AccessLevelValue });
  }
  for (const { type, groupId: group, projectId, state, confidential, weight, createdAt } of world.items.values()) {
    const closed = state === 'closed' ? { closed_at: createdAt } : {};
    const columns = { state, confidential, weight, created_at: createdAt, updated_at: createdAt, ...closed };
    if (type === 'epic') await makeEpic(db, { groupId: group, ...columns });
    else await makeIssue(db, { projectId: projectId ?? 0, type, ...columns });
  }
  return tokens;
}

/** Puts the items of the plan under their parents, on both servers. */
async function plant(backend: RealBackend, { items }: Schedule['world']): Promise<void> {
  for (const [index, { parent }] of items.entries()) {
    if (parent === null) continue;
    // Items have the numbers 1, 2, 3 … in the order of the plan.
    const input = {
      id: `gid://gitlab/WorkItem/${index + 1}`,
      hierarchyWidget: { parentId: `gid://gitlab/WorkItem/${parent + 1}` },
    };
    const { name: what, text } = WorkItemUpdateOperation;
    await backend.answer('root', { what, text, variables: { input }, request: null, idempotencyKey: undefined });
  }
}

/** Runs a schedule on a database of its own tables. */
async function runReal(
  database: OpenDatabase,
  schedule: Schedule,
  draw: { random: () => number; weather: number },
): Promise<Outcome> {
  const clock = new SimClock(START);
  const failures: unknown[] = [];
  const app = await createApp({
    database,
    config: readConfig({}),
    now: () => new Date(clock.now()),
    onError: (error) => failures.push(error),
  });
  try {
    const model = new ModelServer({
      clock,
      idsPerTable: true,
      seed: (world) => fillWorld(world, schedule.world, { links: false }),
    });
    const backend = new RealBackend(model, app, database.db, await fillDatabase(database.db, model.world));
    await plant(backend, schedule.world);
    const simulation = new Simulation(schedule, { backend, draw, clock });
    const outcome = await simulation.run();
    const faults = [
      ...backend.differences,
      ...(await rowFaults(model.world, database.db)),
      ...failures.map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error))),
    ];
    const step = schedule.steps.length;
    const found = faults.map((text) => ({ rule: 'the real server and the model have the same rows', text, step }));
    return { ...outcome, failures: [...outcome.failures, ...found] };
  } finally {
    await app.close();
  }
}

/** Both servers begin without dates, labels and milestones; dates come by edits, as a person gives them. */
function withoutExtras({ people, maxChildren, items }: WorldPlan): WorldPlan {
  const plain = items.map(({ type, owner, parent, state, confidential, weight }) => {
    return { type, owner, parent, state, confidential, weight };
  });
  return { people, maxChildren, pageMax: PAGE, items: plain };
}

/** Draws and runs `count` schedules against the real server. */
export async function runRealSchedules(seed: number, count: number, each: (outcome: Outcome) => void): Promise<void> {
  const engine = await openEngine({});
  const migrated = pgliteDatabase({ client: engine });
  await migrateToLatest(migrated.db);
  const image = await engine.pglite.dumpDataDir('none');
  await migrated.close();
  for (let index = 0; index < count; index += 1) {
    const random = seededRandom(seed + index);
    const { schedule, weather } = drawSchedule(random, seed + index, OPERATIONS_EACH, TABLES);
    const paged = { ...schedule, world: withoutExtras(schedule.world) };
    const database = pgliteDatabase({ client: await openEngine({ image: new Blob([await image.arrayBuffer()]) }) });
    try {
      each(await runReal(database, paged, { random, weather }));
    } finally {
      await database.close();
    }
  }
}

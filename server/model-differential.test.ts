import fc from 'fast-check';
import {
  childrenRequest,
  type Ids,
  itemName,
  listRequest,
  ModelServer,
  type Names,
  normalise,
  requestOf,
  type Step,
  step,
  type StepRequest,
  type World,
} from '../sim/server/index.ts';
import { makeEpic, makeIssue, makeMember, seedTiny, type TinyData } from './db/testing-data.ts';
import { NOW, openTestServer, type TestServer } from './graphql/testing.ts';

/**
 * The simulation's server against the real one: the same random changes and readings, as the same people, through GraphQL and
 * REST. Statuses, errors, data, orders, positions, counts and dates must be equal once the ids have got common names.
 */

const RUNS = Number(process.env['DIFFERENTIAL_RUNS'] ?? 30);
const STEPS = 20;
/** Pages that are read of one list, at most. */
const PAGES = 4;
const NOBODY = 999_999;

/** Owners and the administrator more often than the others: most of what they ask for is allowed. */
const PEOPLE = ['plan', 'root', 'plan', 'dev', 'rep', 'plan', 'guest', 'out', null] as const;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Two servers with the same content. */
class Pair {
  readonly model = new ModelServer();
  readonly #tokens = new Map<string, string>();
  /** Ids of the real server by those of the model. */
  readonly #items = new Map<number, number>();
  readonly #groups = new Map<number, number>();
  readonly #projects = new Map<number, number>();
  readonly #users = new Map<number, number>([[1, 1]]);
  readonly #milestones = new Map<number, number>();
  /** Real ids of links by the model's children. */
  #links = new Map<number, number>();
  readonly #itemNames = new Map<number, string>();

  get world(): World {
    return this.model.world;
  }

  /** With a chain, epics stand six deep from the start; `limit` is the number of child epics that one epic may have. */
  async seed({ chain, limit }: { readonly chain: boolean; readonly limit: number }): Promise<void> {
    await server.database.reset();
    await server.db
      .insertInto('settings')
      .values({ key: 'max_children', value: JSON.stringify(limit) })
      .execute();
    this.world.maxChildren = limit;
    const tiny = await seedTiny(server.db);
    this.#seedOwners(tiny);
    const { world } = this;
    await makeMember(server.db, { userId: tiny.users.guest, projectId: tiny.projects.app, accessLevel: 20 });
    world.addMember({ userId: this.#modelUser('guest'), projectId: this.#modelProject('acme/web/app'), level: 20 });
    for (const groupPath of ['acme', 'acme', 'acme/web', 'acme', 'acme/web', 'hidden', 'acme']) {
      await this.#seedEpic(groupPath, { confidential: this.#items.size === 3 });
    }
    await this.#seedMilestone(tiny.groups.acme, 'early', '2026-01-05', '2026-06-30');
    await this.#seedMilestone(tiny.groups.acme, 'late', '2026-03-01', null);
    for (const projectPath of ['acme/web/app', 'acme/api', 'acme/web/app', 'acme/api', 'acme/web/app']) {
      await this.#seedIssue(projectPath, { confidential: this.#items.size === 9, weight: this.#items.size % 3 });
    }
    for (const name of new Set(PEOPLE)) {
      if (name !== null) this.#tokens.set(name, await server.token(tiny.users[name]));
    }
    if (chain) await this.#makeChain();
  }

  async #makeChain(): Promise<void> {
    const epics = [...this.world.items.values()].filter(({ type, confidential }) => type === 'epic' && !confidential);
    for (const [index, child] of epics.slice(1).entries()) {
      const parent = epics[index] ?? child;
      const path = `/groups/${this.world.group(parent.groupId).fullPath}/-/epics/${parent.iid}/links`;
      const body = { issuable_references: [itemName(this.world, child.id)] };
      await this.compare('root', () => ({ method: 'POST', path, body }));
    }
  }

  #seedOwners(tiny: TinyData): void {
    const { world } = this;
    const roles = { plan: 50, dev: 30, rep: 20, guest: 10, out: null } as const;
    const add = (path: 'acme' | 'web' | 'hidden', name: string, parentId?: number, visibility?: 'private'): number => {
      const id = world.addGroup({ path, name, parentId, visibility });
      this.#groups.set(id, tiny.groups[path]);
      return id;
    };
    const acme = add('acme', 'Acme');
    const web = add('web', 'Web', acme);
    add('hidden', 'Hidden', undefined, 'private');
    for (const [username, level] of Object.entries(roles)) {
      const userId = world.addUser({ username });
      this.#users.set(userId, tiny.users[username as keyof TinyData['users']]);
      if (level !== null) world.addMember({ userId, groupId: acme, level });
    }
    this.#projects.set(world.addProject({ groupId: web, path: 'app', name: 'App' }), tiny.projects.app);
    this.#projects.set(world.addProject({ groupId: acme, path: 'api', name: 'API' }), tiny.projects.api);
  }

  #modelUser(username: string): number {
    return [...this.world.users.values()].find((user) => user.username === username)?.id ?? 0;
  }

  #modelGroup(path: string): number {
    return [...this.world.groups.values()].find(({ fullPath }) => fullPath === path)?.id ?? 0;
  }

  #modelProject(path: string): number {
    return [...this.world.projects.values()].find(({ fullPath }) => fullPath === path)?.id ?? 0;
  }

  async #seedEpic(groupPath: string, change: { confidential: boolean }): Promise<void> {
    const groupId = this.#modelGroup(groupPath);
    const { id } = await makeEpic(server.db, {
      groupId: this.#groups.get(groupId) ?? 0,
      ...change,
      created_at: NOW,
      updated_at: NOW,
    });
    this.#know(this.world.addEpic(groupId, change).id, id);
  }

  async #seedIssue(path: string, change: { confidential: boolean; weight: number }): Promise<void> {
    const projectId = this.#modelProject(path);
    const [milestoneId, realMilestoneId] = [...this.#milestones][this.#items.size % 3] ?? [null, null];
    const columns = { ...change, milestone_id: realMilestoneId, created_at: NOW, updated_at: NOW };
    const { id } = await makeIssue(server.db, { projectId: this.#projects.get(projectId) ?? 0, ...columns });
    this.#know(this.world.addItem(projectId, { ...change, milestoneId }).id, id);
  }

  async #seedMilestone(groupId: number, title: string, startDate: string, dueDate: string | null): Promise<void> {
    const columns = {
      iid: this.#milestones.size + 1,
      group_id: groupId,
      title,
      start_date: startDate,
      due_date: dueDate,
    };
    const { id } = await server.db.insertInto('milestones').values(columns).returning('id').executeTakeFirstOrThrow();
    const modelGroup = [...this.#groups].find(([, real]) => real === groupId)?.[0] ?? null;
    this.#milestones.set(this.world.addMilestone(title, startDate, dueDate, modelGroup), id);
  }

  #know(modelId: number, realId: number): void {
    this.#items.set(modelId, realId);
    this.#itemNames.set(modelId, itemName(this.world, modelId));
  }

  readonly #realIds: Ids = {
    item: (id) => this.#items.get(id) ?? NOBODY,
    link: (id) => this.#links.get(id) ?? NOBODY,
    group: (id) => this.#groups.get(id) ?? NOBODY,
    project: (id) => this.#projects.get(id) ?? NOBODY,
    user: (id) => this.#users.get(id) ?? NOBODY,
  };

  readonly #modelIds: Ids = {
    item: (id) => id,
    link: (id) => this.world.links.get(id)?.id ?? NOBODY,
    group: (id) => id,
    project: (id) => id,
    user: (id) => id,
  };

  /** Sends a step to both; answers what each said. */
  async take(asked: Step): Promise<void> {
    const who = PEOPLE[asked.who % PEOPLE.length] ?? null;
    await this.compare(who, (ids) => requestOf(asked, this.world, ids));
  }

  async compare(who: string | null, build: (ids: Ids) => StepRequest): Promise<void> {
    const [toReal, toModel] = [build(this.#realIds), build(this.#modelIds)];
    this.model.signInAs(who);
    const title = `${who ?? 'nobody'}: ${JSON.stringify('operation' in toReal ? { ...toReal, operation: toReal.operation.name } : toReal)}`;
    const answers = await this.#both(who, toReal, toModel);
    await this.#learn();
    for (const [real, model] of answers) this.#expectEqual(title, real, model);
  }

  async #both(who: string | null, toReal: StepRequest, toModel: StepRequest): Promise<[Answer, Answer][]> {
    const token = who === null ? undefined : this.#tokens.get(who);
    if (!('operation' in toReal) || !('operation' in toModel)) {
      return 'operation' in toReal || 'operation' in toModel
        ? []
        : [[await sendRest(toReal, token), await this.#modelRest(toModel)]];
    }
    const answers: [Answer, Answer][] = [];
    let [forReal, forModel] = [toReal.variables, toModel.variables];
    for (let page = 0; page < PAGES; page += 1) {
      const real = await server.graphql(toReal.operation.text, forReal, token);
      const model = await this.model.answerGraphql(toModel.operation.text, forModel);
      answers.push([
        { status: real.status, body: { data: real.data as unknown, errors: texts(real.errors) } },
        { status: 200, body: { data: model.data, errors: texts(model.errors) } },
      ]);
      const [realNext, modelNext] = [toReal.next?.(real.data as never), toModel.next?.(model.data as never)];
      if (realNext == null || modelNext == null) break;
      [forReal, forModel] = [
        { ...forReal, ...realNext },
        { ...forModel, ...modelNext },
      ];
    }
    return answers;
  }

  async #modelRest(request: Exclude<StepRequest, { operation: unknown }>): Promise<Answer> {
    // The real server reads a body as JSON text: what JSON leaves out is not there.
    const { status, body } = await this.model.answerRest(JSON.parse(JSON.stringify(request)) as typeof request);
    return { status, body };
  }

  #expectEqual(title: string, real: Answer, model: Answer): void {
    const modelBody = normalise(model.body, this.#names('model'));
    const realBody = normalise(real.body, this.#names('real'));
    expect({ title, status: real.status, body: realBody }).toEqual({ title, status: model.status, body: modelBody });
  }

  #names(side: 'real' | 'model'): Names {
    const by = (ids: ReadonlyMap<number, number>, name: (modelId: number) => string): Map<number, string> =>
      new Map([...ids].map(([modelId, realId]) => [side === 'real' ? realId : modelId, name(modelId)]));
    const child = (modelId: number): string => this.#itemNames.get(modelId) ?? 'gone';
    const modelLinks = new Map([...this.world.links.values()].map(({ id, childId }) => [id, child(childId)]));
    const realLinks = new Map([...this.#links].map(([childId, linkId]) => [linkId, child(childId)]));
    return {
      item: by(this.#items, child),
      link: side === 'real' ? realLinks : modelLinks,
      group: by(this.#groups, (id) => this.world.group(id).fullPath),
      project: by(this.#projects, (id) => this.world.project(id).fullPath),
      user: by(this.#users, (id) => this.world.user(id).username),
      milestone: by(this.#milestones, (id) => this.world.milestones.get(id)?.title ?? 'none'),
    };
  }

  /** Finds the real counterparts of what the last step made, by owner and number. */
  async #learn(): Promise<void> {
    for (const item of this.world.items.values()) {
      if (this.#items.has(item.id)) continue;
      const made = server.db.selectFrom('work_items').select('id').where('iid', '=', item.iid);
      const owned =
        item.projectId === null
          ? made.where('group_id', '=', this.#groups.get(item.groupId) ?? 0).where('project_id', 'is', null)
          : made.where('project_id', '=', this.#projects.get(item.projectId) ?? 0);
      this.#know(item.id, (await owned.executeTakeFirst())?.id ?? NOBODY);
    }
    const modelIdOf = new Map([...this.#items].map(([modelId, realId]) => [realId, modelId]));
    const rows = await server.db.selectFrom('parent_links').select(['id', 'child_id']).execute();
    this.#links = new Map(rows.map((row) => [modelIdOf.get(row.child_id) ?? NOBODY, row.id]));
  }

  /** Everything, as the administrator and as an outsider see it. */
  async compareAll(): Promise<void> {
    for (const who of ['root', 'rep', null]) {
      await this.compare(who, () => listRequest({ fullPath: 'acme', state: 'all' }, 100, false));
      for (const epic of [...this.world.items.values()].filter(({ type }) => type === 'epic')) {
        const path = { fullPath: this.world.group(epic.groupId).fullPath, iid: String(epic.iid) };
        await this.compare(who, () => childrenRequest(path, 100));
      }
    }
  }
}

const texts = (errors: readonly { readonly message: string }[] | undefined): string[] =>
  (errors ?? []).map(({ message }) => message);

async function sendRest(
  request: Exclude<StepRequest, { operation: unknown }>,
  token: string | undefined,
): Promise<Answer> {
  const query = new URLSearchParams(request.query).toString();
  const { status, body } = await server.rest(
    request.method,
    `${request.path}${query === '' ? '' : `?${query}`}`,
    token,
    request.body,
  );
  return { status, body };
}

const world = fc.record({
  chain: fc.boolean(),
  limit: fc.oneof({ weight: 3, arbitrary: fc.constant(1000) }, { weight: 1, arbitrary: fc.constant(2) }),
});

test(
  'the model server answers as the real one, whatever is done',
  async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (asked, steps) => {
        const pair = new Pair();
        await pair.seed(asked);
        for (const each of steps) await pair.take(each);
        await pair.compareAll();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  // Against what hangs: a busy machine takes many times as long as a quiet one.
  60_000 + RUNS * 30_000,
);

import type { ModelAnswer, ModelCall, ModelServer } from './server/index.ts';
import type { createApp } from '../server/app.ts';
import { makeMember } from '../server/db/testing-data.ts';
import type { AccessLevelValue } from '../server/db/place-tables.ts';
import type { Db } from '../server/db/types.ts';
import { type Backend, groupId, userId } from './backend.ts';

type App = Awaited<ReturnType<typeof createApp>>;

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

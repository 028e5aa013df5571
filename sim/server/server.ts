import type { Answer, Cancellable, Clock, GraphqlPort, RestPort, RestRequest, WireError } from '@espalier/core/ports';
import { formatInstant } from '@espalier/core/calendar/rules';
import { tasksIn } from './addresses.ts';
import type { Args } from './execute.ts';
import type { Fault } from './faults.ts';
import { FaultTable } from './faults.ts';
import type { GraphAnswer } from './operations.ts';
import { answerGraphql } from './operations.ts';
import type { RestAnswer } from '../../server/rest/types.ts';
import { MemoryStore } from '../../server/store/memory/index.ts';
import type { RestCall } from './rest-context.ts';
import { answerRest } from './rest.ts';
import type { Person, Session } from './session.ts';
import { answerSession } from './session.ts';
import { World } from '../../server/store/memory/world.ts';

export interface ModelServerOptions {
  /** Instants of what is made, and the waiting of delayed answers. Without one the time stands still at 2026-11-21T12:00:00Z. */
  readonly clock?: Pick<Clock, 'now' | 'after'>;
  /** See `World`. */
  readonly idsPerTable?: boolean;
  /** Fills the world before anybody asks. */
  readonly seed?: (world: World) => void;
}

/** One request as it arrived. */
export interface ModelCall {
  /** `epicChildren`, or `POST /groups/a/-/epics/1/links`. */
  readonly what: string;
  /** Of a GraphQL operation. */
  readonly text: string | null;
  readonly variables: Args;
  readonly request: RestRequest | null;
  readonly idempotencyKey: string | undefined;
}

/** What a request came to. `failed`: the server answered with a refusal of the whole request. */
export interface ModelAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly errors: readonly string[];
  readonly failed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

type Raw = ModelAnswer;

/** A change that was made, in the order in which changes were made. */
export interface ModelChange extends ModelCall {
  readonly who: string;
  readonly answer: ModelAnswer;
}

const REUSED = 'Idempotency-Key has already been used for another request';

const STANDING_STILL = Date.parse('2026-11-21T12:00:00Z');

/** The server in memory: the real one's commands on the store in memory, with readings of its own; a differential test holds the two together. */
export class ModelServer {
  readonly world: World;
  readonly calls: ModelCall[] = [];
  readonly faults: FaultTable;
  readonly store: MemoryStore;
  /** Who asks through the ports; signing in changes it, and another person is another one. */
  #person: Person = { id: null };
  /** Answers by person and idempotency key. */
  readonly #answered = new Map<string, { readonly asked: string; readonly raw: Raw }>();
  /** Every change that was made, once, however often its request arrived. */
  readonly history: ModelChange[] = [];
  readonly graphql: GraphqlPort;
  readonly rest: RestPort;
  /** Requests that came while a change was under way wait for it. */
  #turn: Promise<unknown> | null = null;

  constructor({ clock, seed, idsPerTable = false }: ModelServerOptions = {}) {
    this.world = new World(() => formatInstant(clock?.now() ?? STANDING_STILL), { idsPerTable });
    this.store = new MemoryStore(this.world, (text) => {
      const { count, completed } = tasksIn(text);
      return { task_count: count, tasks_completed: completed };
    });
    this.faults = new FaultTable(clock);
    seed?.(this.world);
    this.graphql = {
      request: (operation, variables, options) =>
        this.#send({
          what: operation.name,
          text: operation.text,
          variables,
          request: null,
          idempotencyKey: options?.idempotencyKey,
        }),
    };
    this.rest = {
      request: (request, options) =>
        this.#send({
          what: `${request.method} ${request.path}`,
          text: null,
          variables: {},
          request,
          idempotencyKey: options?.idempotencyKey,
        }),
    };
  }

  /** From now on requests are this person's; null: nobody's. Throws for an unknown name. */
  signInAs(username: string | null): void {
    this.#person = { id: this.#idOf(username) };
  }

  /** The next requests that fit are refused, lost or held up (see `Fault`). */
  fault(fault: Fault): void {
    this.faults.add(fault);
  }

  /** Answers one request of a person, past all faults; null: of nobody. A reading is answered at once, unless a change is under way. */
  answerAs(username: string | null, call: ModelCall): ModelAnswer | Promise<ModelAnswer> {
    return this.#answer({ id: this.#idOf(username) }, call);
  }

  /** GraphQL as it stands on the wire. */
  answerGraphql(text: string, variables: Args): GraphAnswer | Promise<GraphAnswer> {
    const person = this.#person;
    return this.#inTurn(() => answerGraphql(this.#session(person), text, variables));
  }

  /** REST as it stands on the wire. */
  answerRest(call: Omit<RestCall, 'query' | 'body'> & Partial<RestCall>): RestAnswer | Promise<RestAnswer> {
    const person = this.#person;
    return this.#inTurn(() => this.#rest(person, { query: {}, body: null, ...call }));
  }

  #idOf(username: string | null): number | null {
    if (username === null) return null;
    for (const user of this.world.users.values()) if (user.username === username) return user.id;
    throw new RangeError(`no user ${username}`);
  }

  #session({ id }: Person): Session {
    return { store: this.store, rights: this.store.rightsOf(this.world.viewer(id)) };
  }

  #rest(person: Person, call: RestCall): RestAnswer | Promise<RestAnswer> {
    return answerSession(this.world, person, call) ?? answerRest(this.#session(person), call);
  }

  /** One request after the other, each to its end; without a change under way a reading is done at once. */
  #inTurn<T>(run: () => T | Promise<T>): T | Promise<T> {
    const answer = this.#turn === null ? run() : this.#turn.then(run);
    if (!(answer instanceof Promise)) return answer;
    const turn = answer
      .catch(() => undefined)
      .then(() => {
        if (this.#turn === turn) this.#turn = null;
      });
    this.#turn = turn;
    return answer;
  }

  #answer(person: Person, call: ModelCall): Raw | Promise<Raw> {
    return this.#inTurn(() => this.#once(person, call));
  }

  /** The same key of the same person is answered the same, without a second change; another request under that key is refused. */
  #once(person: Person, call: ModelCall): Raw | Promise<Raw> {
    const { id } = person;
    const { idempotencyKey: key } = call;
    if (key === undefined || id === null) return this.#noted(person, call);
    const entry = `${id}/${key}`;
    const asked = JSON.stringify([call.what, call.variables, call.request]);
    const known = this.#answered.get(entry);
    if (known !== undefined) return known.asked === asked ? known.raw : reusedAnswer(call);
    return then(this.#noted(person, call), (raw) => {
      this.#answered.set(entry, { asked, raw });
      return raw;
    });
  }

  /** Runs a request, and notes it where it changed the world. */
  #noted(person: Person, call: ModelCall): Raw | Promise<Raw> {
    const before = this.world.changes;
    return then(this.#run(person, call), (answer) => {
      const { id } = person;
      if (this.world.changes !== before && id !== null) {
        this.history.push({ ...call, who: this.world.user(id).username, answer });
      }
      return answer;
    });
  }

  #run(person: Person, { text, variables, request }: ModelCall): Raw | Promise<Raw> {
    if (request === null) return then(answerGraphql(this.#session(person), text ?? '', variables), graphqlRaw);
    const { method, path, query = {}, body = null } = request;
    return then(this.#rest(person, { method, path, query, body }), restRaw);
  }

  #send<T>(call: ModelCall): Cancellable<Answer<T>> {
    this.calls.push(call);
    let cancelled = false;
    const answer = async (): Promise<Answer<T>> => {
      const raw = await this.faults.pass(call.what, () => this.#answer(this.#person, call));
      if (cancelled) throw wireError('aborted', raw);
      if (!raw.failed) return { data: raw.data as T, status: raw.status, headers: raw.headers };
      throw wireError(call.request === null ? 'graphql' : 'http', raw);
    };
    return Object.assign(answer(), {
      cancel: () => {
        cancelled = true;
      },
    });
  }
}

/** What follows from an answer: at once where it is there. */
const then = <T, R>(answer: T | Promise<T>, next: (answer: T) => R): R | Promise<R> =>
  answer instanceof Promise ? answer.then(next) : next(answer);

function graphqlRaw({ data, errors = [] }: GraphAnswer): Raw {
  const messages = errors.map(({ message }) => message);
  return { status: 200, data, errors: messages, failed: messages.length > 0, headers: {} };
}

function restRaw({ status, body = null, headers = {} }: RestAnswer): Raw {
  const failed = status >= 400;
  return { status, data: body, errors: failed ? messagesOf(body) : [], failed, headers };
}

const wireError = (kind: WireError['kind'], { status, errors }: Raw): WireError => ({
  name: 'WireError',
  kind,
  status,
  messages: errors,
});

/** A mutation lists it in its payload; REST answers 422. */
function reusedAnswer({ request, what, text }: ModelCall): Raw {
  if (request !== null) {
    const data = { message: REUSED, errors: [REUSED] };
    return { status: 422, data, errors: [REUSED], failed: true, headers: {} };
  }
  const field = /\{\s*(\w+)/.exec(text ?? '')?.[1] ?? what;
  return { status: 200, data: { [field]: { errors: [REUSED] } }, errors: [], failed: false, headers: {} };
}

/** The texts of a refusal: `{ errors }` as a list, a text or lists by field, else `{ message }`. */
function messagesOf(body: unknown): readonly string[] {
  const { errors, message } = (body ?? {}) as { errors?: unknown; message?: unknown };
  if (typeof errors === 'string') return [errors];
  if (Array.isArray(errors)) return errors as string[];
  if (typeof errors === 'object' && errors !== null) {
    return Object.entries(errors).flatMap(([field, texts]) => (texts as string[]).map((text) => `${field} ${text}`));
  }
  return typeof message === 'string' ? [message] : [];
}

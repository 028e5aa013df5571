import type { Answer, Cancellable, Clock, GraphqlPort, RestPort, RestRequest, WireError } from '../../ports/index.ts';
import { formatInstant } from '../../calendar/rules.ts';
import type { Args } from './execute.ts';
import type { Fault } from './faults.ts';
import { FaultTable } from './faults.ts';
import type { GraphAnswer } from './operations.ts';
import { answerGraphql } from './operations.ts';
import type { RestAnswer, RestCall } from './rest.ts';
import { answerRest } from './rest.ts';
import { Rights } from './rights.ts';
import { answerSession } from './session.ts';
import { World } from './world.ts';

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

/** A server in memory, made of the same core rules as the real one; a differential test holds the two together. */
export class ModelServer {
  readonly world: World;
  readonly calls: ModelCall[] = [];
  readonly faults: FaultTable;
  readonly #viewer: { id: number | null } = { id: null };
  /** Answers by person and idempotency key. */
  readonly #answered = new Map<string, { readonly asked: string; readonly raw: Raw }>();
  /** Every change that was made, once, however often its request arrived. */
  readonly history: ModelChange[] = [];
  readonly graphql: GraphqlPort;
  readonly rest: RestPort;

  constructor({ clock, seed, idsPerTable = false }: ModelServerOptions = {}) {
    this.world = new World(() => formatInstant(clock?.now() ?? STANDING_STILL), { idsPerTable });
    this.faults = new FaultTable(clock);
    seed?.(this.world);
    this.graphql = {
      request: (operation, variables, options) =>
        this.#answer(
          {
            what: operation.name,
            text: operation.text,
            variables,
            request: null,
            idempotencyKey: options?.idempotencyKey,
          },
          () => this.#graphqlRaw(operation.text, variables),
        ),
    };
    this.rest = {
      request: (request, options) =>
        this.#answer(
          {
            what: `${request.method} ${request.path}`,
            text: null,
            variables: {},
            request,
            idempotencyKey: options?.idempotencyKey,
          },
          () => this.#restRaw(request),
        ),
    };
  }

  /** From now on requests are this person's; null: nobody's. Throws for an unknown name. */
  signInAs(username: string | null): void {
    const user = [...this.world.users.values()].find((row) => row.username === username);
    if (username !== null && user === undefined) throw new RangeError(`no user ${username}`);
    this.#viewer.id = user?.id ?? null;
  }

  /** The next requests that fit are refused, lost or held up (see `Fault`). */
  fault(fault: Fault): void {
    this.faults.add(fault);
  }

  get #rights(): Rights {
    return new Rights(this.world, this.#viewer.id === null ? null : this.world.user(this.#viewer.id));
  }

  /** Answers one request of a person at once, past all faults; null: of nobody. */
  answerAs(username: string | null, call: ModelCall): ModelAnswer {
    const before = this.#viewer.id;
    this.signInAs(username);
    try {
      return this.#once(call, () =>
        call.request === null ? this.#graphqlRaw(call.text ?? '', call.variables) : this.#restRaw(call.request),
      );
    } finally {
      this.#viewer.id = before;
    }
  }

  /** GraphQL as it stands on the wire. */
  answerGraphql(text: string, variables: Args): GraphAnswer {
    return answerGraphql(this.#rights, text, variables);
  }

  /** REST as it stands on the wire. */
  answerRest(call: Omit<RestCall, 'query' | 'body'> & Partial<RestCall>): RestAnswer {
    const whole = { query: {}, body: null, ...call };
    return answerSession(this.world, this.#viewer, whole) ?? answerRest(this.#rights, whole);
  }

  #graphqlRaw(text: string, variables: Args): Raw {
    const { data, errors = [] } = this.answerGraphql(text, variables);
    const messages = errors.map(({ message }) => message);
    return { status: 200, data, errors: messages, failed: messages.length > 0, headers: {} };
  }

  #restRaw({ method, path, query = {}, body = null }: RestRequest): Raw {
    const answer = this.answerRest({ method, path, query, body });
    const failed = answer.status >= 400;
    return {
      status: answer.status,
      data: answer.body,
      errors: failed ? messagesOf(answer.body) : [],
      failed,
      headers: answer.headers ?? {},
    };
  }

  /** The same key of the same person is answered the same, without a second change; another request under that key is refused. */
  #once(call: ModelCall, run: () => Raw): Raw {
    const { id } = this.#viewer;
    const { idempotencyKey: key } = call;
    if (key === undefined || id === null) return this.#change(call, run);
    const entry = `${id}/${key}`;
    const asked = JSON.stringify([call.what, call.variables, call.request]);
    const known = this.#answered.get(entry);
    if (known !== undefined) return known.asked === asked ? known.raw : reusedAnswer(call);
    const raw = this.#change(call, run);
    this.#answered.set(entry, { asked, raw });
    return raw;
  }

  /** Runs a request, and notes it where it changed the world. */
  #change(call: ModelCall, run: () => Raw): Raw {
    const before = this.world.changes;
    const answer = run();
    const { id } = this.#viewer;
    if (this.world.changes !== before && id !== null) {
      this.history.push({ ...call, who: this.world.user(id).username, answer });
    }
    return answer;
  }

  #answer<T>(call: ModelCall, run: () => Raw): Cancellable<Answer<T>> {
    this.calls.push(call);
    let cancelled = false;
    const answer = async (): Promise<Answer<T>> => {
      const raw = await this.faults.pass(call.what, () => this.#once(call, run));
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

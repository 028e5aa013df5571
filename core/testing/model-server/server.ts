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
  /** Fills the world before anybody asks. */
  readonly seed?: (world: World) => void;
}

/** One request as it arrived. */
export interface ModelCall {
  /** `epicChildren`, or `POST /groups/a/-/epics/1/links`. */
  readonly what: string;
  readonly variables: Args;
  readonly request: RestRequest | null;
  readonly idempotencyKey: string | undefined;
}

interface Raw {
  readonly status: number;
  readonly data: unknown;
  readonly errors: readonly string[];
  readonly failed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const STANDING_STILL = Date.parse('2026-11-21T12:00:00Z');

/** A server in memory, made of the same core rules as the real one; a differential test holds the two together. */
export class ModelServer {
  readonly world: World;
  readonly calls: ModelCall[] = [];
  readonly faults: FaultTable;
  readonly #viewer: { id: number | null } = { id: null };
  /** Answers by person and idempotency key. */
  readonly #answered = new Map<string, Raw>();
  readonly graphql: GraphqlPort;
  readonly rest: RestPort;

  constructor({ clock, seed }: ModelServerOptions = {}) {
    this.world = new World(() => formatInstant(clock?.now() ?? STANDING_STILL));
    this.faults = new FaultTable(clock);
    seed?.(this.world);
    this.graphql = {
      request: (operation, variables, options) =>
        this.#answer({ what: operation.name, variables, request: null, idempotencyKey: options?.idempotencyKey }, () =>
          this.#graphqlRaw(operation.text, variables),
        ),
    };
    this.rest = {
      request: (request, options) =>
        this.#answer(
          {
            what: `${request.method} ${request.path}`,
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

  /** The same key of the same person is answered the same, without a second change. */
  #once(key: string | undefined, run: () => Raw): Raw {
    if (key === undefined || this.#viewer.id === null) return run();
    const entry = `${this.#viewer.id}/${key}`;
    const known = this.#answered.get(entry) ?? run();
    this.#answered.set(entry, known);
    return known;
  }

  #answer<T>(call: ModelCall, run: () => Raw): Cancellable<Answer<T>> {
    this.calls.push(call);
    let cancelled = false;
    const answer = async (): Promise<Answer<T>> => {
      const raw = await this.faults.pass(call.what, () => this.#once(call.idempotencyKey, run));
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

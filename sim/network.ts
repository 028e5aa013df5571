import type { Answer, Cancellable, WireError } from '@espalier/core/ports';
import type { ModelAnswer, ModelCall } from './server/index.ts';
import type { Backend } from './backend.ts';
import { isChange } from './backend.ts';
import type { SimClock } from './clock.ts';
import type { Fate } from './schedule.ts';

/** A request as the harness remembers it. */
export interface Sent {
  readonly who: string;
  /** `0.1`: the client and which of its sessions. */
  readonly session: string;
  readonly call: ModelCall;
  readonly isChange: boolean;
  /** Whether it comes from a visitor by now. */
  readonly signedOut: () => boolean;
  readonly at: number;
  /** What the server said to it when it ran, however little of that arrived; null where it never ran. */
  answer: ModelAnswer | null;
  /** How it ended for the client. */
  end: 'waiting' | 'answered' | 'refused' | 'unanswered' | 'gateway' | 'aborted' | 'malformed' | 'gone';
  /** When it ended for the client, by the time that all share; 0 before. */
  endedAt: number;
  /** How many changes had been made when it had run. */
  version: number;
}

/** Who sends, and whether it is still there when the answer arrives. */
export interface Sender {
  readonly username: string;
  readonly session: string;
  readonly alive: () => boolean;
  /** Its session has ended: the server takes it for a visitor. */
  readonly signedOut: () => boolean;
}

export interface NetworkHooks {
  /** The fate of a request by its key. */
  readonly fate: (key: string) => Fate;
  /** Called after the server has run a request, whatever becomes of its answer. */
  readonly ran: (sent: Sent, answer: ModelAnswer) => void;
}

/** Readings of trees. */
const READINGS: ReadonlySet<string> = new Set(['epicChildren', 'workItemTree']);
/** No answer after this long counts as none, as in the browser. */
const PATIENCE = 30_000;
/** Until a connection that broke is noticed. */
const NOTICED = 1_000;

/** Where links are read and added. */
const LINKS = /\/(?:related_epic_links|issues\/\d+\/links)$/;

const nameOf = ({ what, request }: ModelCall): string =>
  request === null
    ? what
    : `${request.method} ${request.path
        .split('/')
        .filter((part) => !/^\d*$/.test(part))
        .at(-1)}`;

/** Of what is shown in two places also what was asked about: `workItemPage gid://gitlab/WorkItem/7`, `GET /acme/api/-/issues/1/links`. */
function subjectOf({ what, request, variables }: ModelCall): string {
  if (request !== null) return what;
  const { id, projectPath, iid } = variables;
  return `${what} ${String(id ?? `${String(projectPath)}#${String(iid)}`)}`;
}

const error = (kind: WireError['kind'], rest: Partial<WireError> = {}): WireError => ({
  name: 'WireError',
  kind,
  messages: [],
  ...rest,
});

/**
 * Between the planners and the server. What happens to a request is its fate: times there and back, and at most one fault. Requests of different times
 * overtake one another; the server runs one after the other.
 */
export class Network {
  readonly sent: Sent[] = [];
  readonly #clock: SimClock;
  readonly #backend: Backend;
  readonly #hooks: NetworkHooks;
  readonly #counts = new Map<string, number>();
  readonly #open = new Set<Way>();
  /** Requests that wait for their end, by session. */
  readonly #waiting = new Map<string, number>();
  /** By session: the version of the last change that was acknowledged, and of the last reading of each parent. */
  readonly #acknowledged = new Map<string, number>();
  readonly #read = new Map<string, number>();
  /** By client: until when the server has asked it to leave something alone. */
  readonly #asksToWait = new Map<number, number>();
  /** When an answer last reached a session, by session and name of the request. */
  readonly #answeredAt = new Map<string, number>();
  /** By the same: whether the last one that was sent, of those that have ended, got no answer that could be used. */
  readonly #failed = new Map<string, { readonly place: number; readonly failed: boolean }>();
  /** Edits that are sent again later, with their sessions. */
  readonly #tried = new Map<string, string>();
  /** While the server is down nothing reaches it. */
  down = false;

  constructor(clock: SimClock, backend: Backend, hooks: NetworkHooks) {
    this.#clock = clock;
    this.#backend = backend;
    this.#hooks = hooks;
  }

  send<T>(from: Sender, call: ModelCall): Cancellable<Answer<T>> {
    const name = `${from.session}/${nameOf(call)}`;
    const names = [name, `${from.session}/${subjectOf(call)}`];
    const number = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, number);
    const fate = this.#hooks.fate(`${name}/${number}`);
    // What is on the wire is text: later changes of the objects, and members that are undefined, are not on it.
    const wired = {
      ...call,
      ...(JSON.parse(JSON.stringify({ variables: call.variables, request: call.request })) as Pick<
        ModelCall,
        'variables' | 'request'
      >),
    };
    const sent: Sent = {
      who: from.username,
      session: from.session,
      call: wired,
      isChange: isChange(call),
      signedOut: from.signedOut,
      at: this.#clock.now(),
      answer: null,
      version: 0,
      endedAt: 0,
      end: 'waiting',
    };
    const place = this.sent.push(sent);
    let cancel = (): void => undefined;
    const promise = new Promise<Answer<T>>((resolve, reject) => {
      const settle = (end: Sent['end'], finish: () => void): void => {
        if (sent.end !== 'waiting') return;
        endPatience();
        this.#open.delete(way);
        this.#count(from.session, -1);
        sent.end = from.alive() ? end : 'gone';
        sent.endedAt = this.#clock.now();
        if (end !== 'aborted' || !sent.isChange) this.#noteTry(sent, false);
        if (end === 'answered') {
          this.#noteVersion(sent);
          for (const each of names) this.#answeredAt.set(each, this.#clock.now());
        }
        for (const each of names) {
          if ((this.#failed.get(each)?.place ?? 0) > place) continue;
          this.#failed.set(each, { place, failed: end !== 'answered' && end !== 'aborted' });
        }
        if (from.alive()) finish();
      };
      cancel = () => settle('aborted', () => reject(error('aborted')));
      const fail = (end: Sent['end'], reason: WireError, wait: number): void => {
        this.#clock.after(wait, () => {
          settle(end, () => reject(reason));
          this.#noteTry(sent, AWAY.has(reason.status) || reason.kind !== 'http');
        });
      };
      const way: Way = { settle, fail, resolve: resolve as Resolve, reject };
      this.#open.add(way);
      this.#count(from.session, 1);
      const endPatience = this.#clock.after(PATIENCE, () => {
        if (sent.end !== 'waiting') return;
        settle('unanswered', () => reject(error('timeout')));
        this.#noteTry(sent, true);
      });
      this.#clock.after(fate.up, () => this.#arrive(sent, fate, way));
    });
    return Object.assign(promise, { cancel: () => cancel() });
  }

  /** An edit that was not answered is sent again after a while: the session waits for it though nothing is on its way. */
  #noteTry({ isChange, session, call: { idempotencyKey: key } }: Sent, isTried: boolean): void {
    if (!isChange || key === undefined) return;
    if (isTried) this.#tried.set(`${session} ${key}`, session);
    else this.#tried.delete(`${session} ${key}`);
  }

  isTrying(session: string): boolean {
    return [...this.#tried.values()].includes(session);
  }

  #count(session: string, by: 1 | -1): void {
    this.#waiting.set(session, (this.#waiting.get(session) ?? 0) + by);
  }

  /** Something that a session asked has not come to an end. */
  isWaiting(session: string): boolean {
    return (this.#waiting.get(session) ?? 0) > 0;
  }

  /** Every connection breaks: whatever is under way gets no answer. */
  breakAll(): void {
    for (const way of this.#open) way.fail('unanswered', error('network'), NOTICED);
  }

  /** The server has asked a client to leave it alone, for longer than until now. That another answer asks for less takes nothing back: the page and what is over it may read the same. */
  isAskedToWait(client: number): boolean {
    return (this.#asksToWait.get(client) ?? 0) > this.#clock.now();
  }

  #noteVersion({ session, isChange: changes, version, answer, call: { what, variables, request } }: Sent): void {
    if (changes) this.#acknowledged.set(session, version);
    if (what === 'epicSidebar' || what === 'epicColor') {
      this.#read.set(`${session} ${what} ${String(variables['fullPath'])}&${String(variables['iid'])}`, version);
    }
    if (what === 'workItemPage') this.#read.set(`${session} item ${String(variables['id'])}`, version);
    if (what === 'projectWorkItemPage') {
      this.#read.set(`${session} item ${String(variables['projectPath'])}#${String(variables['iid'])}`, version);
    }
    // An answer to an addition is a list as well.
    if (request !== null && LINKS.test(request.path)) this.#read.set(`${session} links ${request.path}`, version);
    const { group, workItem } = (answer?.data ?? {}) as ReadAnswer;
    // A planner knows an item by the id of an issue.
    const id = group?.epic?.id ?? workItem?.id?.replace('/WorkItem/', '/Issue/');
    if (!changes && id !== undefined && READINGS.has(what)) this.#read.set(`${session} ${id}`, version);
    if (what === 'roadmapGroupEpics') this.#read.set(`${session} roadmap list`, version);
    // Without a timeframe they are read for the tray.
    if (what !== 'epicChildEpics' || id === undefined || variables['timeframe'] === undefined) return;
    // What is read page after page is as old as its oldest page; an epic's own roadmap has its children for its list.
    const key = `${session} roadmap ${id}`;
    const oldest = variables['endCursor'] === undefined ? version : Math.min(version, this.#read.get(key) ?? Infinity);
    this.#read.set(key, oldest).set(`${session} roadmap list`, oldest);
  }

  /** The version of the answer about a roadmap's list, or about the children of an epic, that reached a session last. */
  roadmapVersion(session: string, reading: string): number {
    return this.#read.get(`${session} roadmap ${reading}`) ?? Infinity;
  }

  /** The version of the answer of a name (`epicSidebar acme&1`, `links /acme/api/-/issues/1/links`) that reached a session last. */
  versionOf(session: string, reading: string): number {
    return this.#read.get(`${session} ${reading}`) ?? Infinity;
  }

  /** The version of the last change that a session knows to have been made. */
  acknowledged(session: string): number {
    return this.#acknowledged.get(session) ?? 0;
  }

  /** The version of the last answer about a parent's children that reached a session. */
  readVersion(session: string, parentId: string): number {
    return this.#read.get(`${session} ${parentId}`) ?? Infinity;
  }

  /** The last request of a session that is of that kind. */
  lastSent(session: string, isOfKind: (call: ModelCall) => boolean): Sent | undefined {
    return this.sent.findLast((one) => one.session === session && isOfKind(one.call));
  }

  /** When an answer to a request of that name (`GET /groups/acme/-/epics/7/realtime_changes`, `groupEpics`, `workItemPage gid://gitlab/WorkItem/7`) last reached a session; 0: never. */
  answeredAt(session: string, name: string): number {
    return this.#answeredAt.get(`${session}/${name}`) ?? 0;
  }

  /** The last request of that name got no answer that could be used. */
  hasFailed(session: string, name: string): boolean {
    return this.#failed.get(`${session}/${name}`)?.failed === true;
  }

  #arrive(sent: Sent, fate: Fate, way: Way): unknown {
    const lost = (): void => way.fail('unanswered', error(fate.timeout === true ? 'timeout' : 'network'), wait(fate));
    if (this.down || fate.fault === 'loseBefore') return lost();
    if (sent.signedOut()) {
      if (sent.call.what === 'GET /-/session.json') {
        this.#clock.after(fate.down, () => way.settle('answered', () => way.resolve(NOBODY)));
        return undefined;
      }
      return way.fail('refused', error('http', { status: sent.isChange ? 404 : 401 }), fate.down);
    }
    if (fate.fault === 'refuse' && !this.#isSettled(sent.call, fate.status)) {
      const { status = 500, retryAfter } = fate;
      return way.fail(
        'refused',
        error('http', { status, ...(retryAfter === undefined ? {} : { retryAfter }) }),
        fate.down,
      );
    }
    if (fate.fault === 'abort' && fate.done !== true) return way.fail('aborted', error('aborted'), fate.down);
    const answer = this.#run(sent);
    return answer instanceof Promise
      ? answer.then((value) => this.#answer(sent, value, fate, way))
      : this.#answer(sent, answer, fate, way);
  }

  /** What was made under a key is told whoever asks again under it; only a server that is too busy, or fails, does not get so far. */
  #isSettled({ idempotencyKey: key }: ModelCall, status = 500): boolean {
    if (key === undefined || status === 429 || status >= 500) return false;
    return this.#backend.model.history.some(({ idempotencyKey }) => idempotencyKey === key);
  }

  #run(sent: Sent): ModelAnswer | Promise<ModelAnswer> {
    const note = (answer: ModelAnswer): ModelAnswer => {
      if (sent.answer === null) sent.version = this.#backend.model.history.length;
      sent.answer ??= answer;
      this.#hooks.ran(sent, answer);
      return answer;
    };
    const answer = this.#backend.answer(sent.who, sent.call);
    return answer instanceof Promise ? answer.then(note) : note(answer);
  }

  #answer(sent: Sent, answer: ModelAnswer, fate: Fate, way: Way): void {
    switch (fate.fault) {
      case 'loseAfter':
        return way.fail('unanswered', error(fate.timeout === true ? 'timeout' : 'network'), wait(fate));
      case 'gateway':
        return way.fail('gateway', error('http', { status: fate.status ?? 502 }), fate.down);
      case 'truncate':
        return way.fail('malformed', error('malformed'), fate.down);
      case 'abort':
        return way.fail('aborted', error('aborted'), fate.down);
      case 'duplicate':
        this.#clock.after(fate.down + NOTICED, () => (this.down ? undefined : this.#run(sent)));
    }
    this.#clock.after(fate.down, () => {
      const client = Number.parseInt(sent.session, 10);
      const until = this.#clock.now() + Number(fate.pollInterval);
      // What was given up, by leaving its page, asks nobody to wait.
      const asks = !sent.isChange && sent.end === 'waiting' && Number.isFinite(until);
      if (asks) this.#asksToWait.set(client, Math.max(until, this.#asksToWait.get(client) ?? 0));
      deliver(sent, answer, fate, way);
    });
  }
}

const NOBODY: Answer<unknown> = { data: { user: null, features: {}, settings: {} }, status: 200, headers: {} };
/** A server that is away or too busy has not answered. */
const AWAY: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

interface ReadAnswer {
  readonly group?: { readonly epic?: { readonly id?: string } | null } | null;
  readonly workItem?: { readonly id?: string } | null;
}

type Resolve = (answer: Answer<unknown>) => void;

interface Way {
  readonly settle: (end: Sent['end'], finish: () => void) => void;
  readonly fail: (end: Sent['end'], reason: WireError, wait: number) => void;
  readonly resolve: Resolve;
  readonly reject: (reason: WireError) => void;
}

const wait = ({ timeout, down }: Fate): number => (timeout === true ? PATIENCE : down + NOTICED);

function deliver({ call }: Sent, answer: ModelAnswer, fate: Fate, { settle, resolve, reject }: Way): void {
  const { status, errors, data } = answer;
  if (answer.failed) {
    const kind = call.request === null ? 'graphql' : 'http';
    settle('refused', () => reject(error(kind, { status, messages: errors })));
    return;
  }
  const { pollInterval } = fate;
  const headers = pollInterval === undefined ? answer.headers : { ...answer.headers, 'poll-interval': pollInterval };
  settle('answered', () => resolve({ data, status, headers }));
}

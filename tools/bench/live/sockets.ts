import { readFileSync } from 'node:fs';
import WebSocket from 'ws';
import { ask } from '../processes.ts';
import { EPICS, epicOf, GROUP, PEOPLE, tokenOf } from './plan.ts';

/** What each socket asks for, and how often something is changed. */
export interface Load {
  readonly name: string;
  /** Changes go round so many epics. */
  readonly epics: number;
  readonly perSecond: number;
  readonly queries: readonly string[];
}

/** Changes the title of an epic. */
export type Rename = (epic: { readonly id: number; readonly iid: number }, title: string) => Promise<unknown>;

export interface Heard {
  readonly messages: number;
  readonly lost: number;
  readonly doubled: number;
  /** Of groups; there the number of messages is not that of changes. */
  readonly group: number;
  /** Milliseconds from the moment at which the change is asked for until the message is there. */
  readonly latencies: readonly number[];
  /** Kilobytes of the server's memory for each socket with its subscriptions. */
  readonly kilobytes: number;
}

const LASTS_MS = 10_000;

export const ITEM = 'subscription($id: IssuableID!) { itemChanged(issuableId: $id) { id kinds } }';
export const TITLE =
  'subscription($id: IssuableID!) { issuableTitleUpdated(issuableId: $id) { ... on Epic { id title } } }';
export const WHOLE_GROUP = 'subscription($id: ID!) { groupChanged(fullPath: $id) { kinds } }';

const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens a socket for each person, changes epics at a fixed rate, and counts what comes. `floor`: the sockets are those of a server that knows nothing of Action Cable. */
export async function hear(
  { product, floor, pid, rename }: { product: string; floor: string | null; pid: number; rename: Rename },
  load: Load,
): Promise<Heard> {
  const began: number[][] = Array.from({ length: EPICS }, () => []);
  const received = new Map<string, number>();
  const latencies: number[] = [];
  let group = 0;
  const before = residentOf(pid);
  const take = (person: number, query: number): void => {
    const key = `${person} ${query}`;
    const count = received.get(key) ?? 0;
    received.set(key, count + 1);
    const sent = began[person % load.epics]![count];
    if (sent !== undefined) latencies.push(performance.now() - sent);
  };
  const sockets: WebSocket[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const { id } = epicOf(person % load.epics);
    sockets.push(
      await (floor === null
        ? open(product, person, load.queries, id, (query) => {
            if (load.queries[query] === WHOLE_GROUP) group += 1;
            else take(person, query);
          })
        : openPlain(floor, id, () => take(person, 0))),
    );
  }
  await pause(1000);
  const kilobytes = (residentOf(pid) - before) / PEOPLE;
  const start = performance.now();
  const changes: Promise<unknown>[] = [];
  for (let count = 0; performance.now() - start < LASTS_MS; count += 1) {
    await pause(start + (count * 1000) / load.perSecond - performance.now());
    const epic = count % load.epics;
    began[epic]!.push(performance.now());
    changes.push(rename(epicOf(epic), `Title ${count}`));
  }
  await Promise.all(changes);
  await pause(2000);
  for (const socket of sockets) socket.terminate();
  const items = floor === null ? load.queries.flatMap((text, at) => (text === WHOLE_GROUP ? [] : [at])) : [0];
  let [messages, lost, doubled] = [0, 0, 0];
  for (let person = 0; person < PEOPLE; person += 1) {
    for (const query of items) {
      const count = received.get(`${person} ${query}`) ?? 0;
      const expected = began[person % load.epics]!.length;
      messages += count;
      lost += Math.max(0, expected - count);
      doubled += Math.max(0, count - expected);
    }
  }
  await pause(1000);
  return { messages, lost, doubled, group, latencies, kilobytes };
}

/** As a client of the server does it. */
export const byRest =
  (product: string): Rename =>
  ({ iid }, title) =>
    ask(`${product}/api/v4/groups/${GROUP}/epics/${iid}`, {
      method: 'PUT',
      headers: { 'private-token': tokenOf(0) },
      body: JSON.stringify({ title }),
    });

/** Answers when every subscription has had its first answer. */
function open(
  url: string,
  person: number,
  queries: readonly string[],
  epic: number,
  onChange: (query: number) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/-/cable`, ['actioncable-v1-json'], {
    headers: { 'private-token': tokenOf(person) },
    perMessageDeflate: false,
  });
  const identifiers = queries.map((query, nonce) => {
    const variables = { id: query === WHOLE_GROUP ? GROUP : `gid://gitlab/Epic/${epic}` };
    return JSON.stringify({ channel: 'GraphqlChannel', query, variables, operationName: null, nonce: `${nonce}` });
  });
  let firsts = 0;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as {
        type?: string;
        identifier?: string;
        message?: unknown;
      };
      if (frame.type === 'welcome')
        for (const identifier of identifiers) socket.send(JSON.stringify({ command: 'subscribe', identifier }));
      if (frame.message === undefined || frame.identifier === undefined) return;
      if (firsts < queries.length) {
        firsts += 1;
        if (firsts === queries.length) resolve(socket);
      } else onChange(identifiers.indexOf(frame.identifier));
    });
  });
}

function openPlain(url: string, epic: number, onChange: () => void): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(String(epic)));
    socket.on('message', (data) => {
      if ((data as Buffer).toString().includes('confirm_subscription')) resolve(socket);
      else onChange();
    });
  });
}

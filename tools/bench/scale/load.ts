import { ask } from '../processes.ts';
import { at } from '../measure.ts';
import { tokenOf, type Person } from '../../../server/graphql/testing-scale/fill.ts';
import type { ScaleOperation, Sent } from '../../../server/graphql/testing-scale/operations.ts';

/** Throws where the answer has errors: a fast refusal is no figure. */
export async function sendTo(url: string, { method, path: at, body }: Sent, person: Person): Promise<void> {
  const token = tokenOf(person);
  const answer = await ask(`${url}${at}`, {
    method,
    headers: { accept: 'application/json', ...(token === null ? {} : { 'private-token': token }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (at === '/api/graphql' && /"errors":\[(?!\])/.test(answer)) throw new Error(answer.slice(0, 400));
}

const READERS = 50;
const WRITERS = 4;
/** In the first part every connection plans what it is asked for the first times; that is not counted. */
const WARMS_MS = 40_000;
const LASTS_MS = 20_000;

/** Readers and writers at once, each of whom asks again as soon as they are answered. Rates a second, milliseconds. */
export async function mixedLoad(
  url: string,
  operations: readonly ScaleOperation[],
): Promise<{ reads: number; p50: number; p95: number; writes95: number }> {
  const reading = operations.filter(({ writes }) => writes !== true);
  const writing = operations.filter(({ writes }) => writes === true);
  const reads: number[] = [];
  const writes: number[] = [];
  const start = performance.now() + WARMS_MS;
  let turn = 100;
  const unsent = new Set(operations.flatMap(({ name, people }) => people.map((person) => `${name} · ${person}`)));
  // Each client asks for one kind after the other, from a place of its own, and in each round for another person.
  const client = async (those: readonly ScaleOperation[], times: number[], at: number): Promise<void> => {
    for (let n = at; performance.now() - start < LASTS_MS; n += 1) {
      const operation = those[n % those.length]!;
      const person = operation.people[(at + Math.floor(n / those.length)) % operation.people.length]!;
      turn += 1;
      const began = performance.now();
      await sendTo(url, operation.send(turn, person), person);
      unsent.delete(`${operation.name} · ${person}`);
      if (began >= start) times.push(performance.now() - began);
    }
  };
  await Promise.all([
    ...Array.from({ length: READERS }, (_, at) => client(reading, reads, at)),
    ...Array.from({ length: WRITERS }, (_, at) => client(writing, writes, at)),
  ]);
  if (unsent.size > 0) throw new Error(`The mixed load has never asked for: ${[...unsent].join(', ')}`);
  const seconds = (performance.now() - start) / 1000;
  return { reads: reads.length / seconds, p50: at(reads, 0.5), p95: at(reads, 0.95), writes95: at(writes, 0.95) };
}

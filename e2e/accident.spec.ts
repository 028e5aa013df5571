import { apiOf, childEpics, REORDER } from './support/api.ts';
import { Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ engine: 'embedded' });
const GROUP = 'kubernetes/sig-node';
const MOVES = 30;

interface Move {
  readonly id: string;
  readonly adjacent: string;
  readonly position: 'before' | 'after';
  readonly key: string;
}

/** Moves that reach over the whole list, the same in every run. */
function plan(ids: readonly string[]): Move[] {
  return Array.from({ length: MOVES }, (_, number) => {
    const from = (number * 37 + 5) % ids.length;
    const to = (number * 53 + 61) % ids.length;
    const position = number % 2 === 0 ? 'before' : 'after';
    return { id: ids[from] as string, adjacent: ids[to] as string, position, key: `accident-${number}` } as const;
  }).filter(({ id, adjacent }) => id !== adjacent);
}

/** `relativePosition` says on which side of the moved child its neighbour then stands. */
function moved(order: readonly string[], { id, adjacent, position }: Move): string[] {
  const rest = order.filter((other) => other !== id);
  rest.splice(rest.indexOf(adjacent) + (position === 'before' ? 1 : 0), 0, id);
  return rest;
}

test('TR-14 kill -9 in the middle of a stream of moves: every acknowledged move is there, no child is lost or doubled', async () => {
  const { url, tokens } = world.current;
  const api = apiOf(url, tokens.demo);
  const base = await api.query<{ group: { epic: { id: string } } }>(
    `query ($group: ID!) { group(fullPath: $group) { epic(iid: "1") { id } } }`,
    { group: GROUP },
  );
  const baseEpicId = base.group.epic.id;
  const send = async ({ id, adjacent, position, key }: Move) => {
    const moving = { id, adjacentReferenceId: adjacent, relativePosition: position };
    const input = { baseEpicId, moved: moving };
    const answer = await api.query<{ epicTreeReorder: { errors: string[] } }>(
      REORDER,
      { input },
      { 'idempotency-key': key },
    );
    expect(answer.epicTreeReorder.errors).toEqual([]);
  };

  const start = await childEpics(api, GROUP, '1');
  expect(start).toHaveLength(109);
  const moves = plan(start);
  let order = start;
  let done = 0;
  let killed: Promise<void> | undefined;
  for (const move of moves) {
    const answer = send(move);
    // The middle of the stream: a move is on its way, nobody knows how far it has come.
    if (done === 15) killed = world.current.stop('SIGKILL');
    try {
      await answer;
    } catch {
      break;
    }
    order = moved(order, move);
    done += 1;
  }
  await killed;
  expect(done).toBeGreaterThanOrEqual(15);
  expect(done).toBeLessThan(moves.length);

  await world.current.restart();
  const after = await childEpics(api, GROUP, '1');
  const unanswered = moves[done] as Move;
  expect([order, moved(order, unanswered)]).toContainEqual(after);
  expect(new Set(after).size).toBe(109);
  expect([...after].sort()).toEqual([...start].sort());

  // The unanswered one is asked again with its key, then the rest: as if nothing had happened.
  for (const move of moves.slice(done)) {
    await send(move);
    order = moved(order, move);
  }
  expect(await childEpics(api, GROUP, '1')).toEqual(order);
  // Each of them once more: they were done, and are not done again.
  for (const move of moves.slice(-3)) await send(move);
  expect(await childEpics(api, GROUP, '1')).toEqual(order);

  const { page } = await world.current.open({ as: 'demo' });
  const tree = await Tree.open(page, `/groups/${GROUP}/-/epics/1`);
  expect(new Set(await tree.outline()).size).toBe(100);
});

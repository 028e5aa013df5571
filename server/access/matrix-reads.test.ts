import { queryRows } from './testing/query-rows.ts';
import { send } from './testing/asking.ts';
import { faultsOf, nameOf } from './testing/judge.ts';
import { KEEPER, seededWords, UNTOLD, WORD } from './testing/people.ts';
import { restRows } from './testing/rest-rows.ts';
import { targetOf } from './testing/rows.ts';
import { type MatrixWorld, openMatrix } from './testing/world.ts';

let world: MatrixWorld;
beforeAll(async () => {
  world = await openMatrix();
}, 60_000);
afterAll(() => world.close());

const rows = [...queryRows, ...restRows.filter(({ op }) => op.startsWith('GET '))];

test.each(rows.map((row) => [nameOf(row), row] as const))(
  'EP-18.60 %s',
  async (_name, row) => {
    expect(await faultsOf(world, row)).toEqual([]);
  },
  60_000,
);

test('EP-18.63 every seeded word is read by somebody in some answer, so that looking for it could find it', async () => {
  const read = new Set<string>();
  for (const row of rows) {
    const target = targetOf(
      world.grounds[row.on === 'site' ? 'open' : 'vault'],
      row.on === 'issue' ? 'mine' : 'secret',
    );
    for (const each of [target, targetOf(world.grounds.vault, 'plain'), targetOf(world.grounds.vault, 'secret')]) {
      const { text } = await send(world.server, row.ask(each, world, 'admin'), world.tokens.admin);
      for (const word of text.match(WORD) ?? []) read.add(word);
    }
  }
  expect(seededWords('vault').filter((word) => !read.has(word))).toEqual([]);
  expect([read.has(KEEPER), read.has(UNTOLD)]).toEqual([true, false]);
}, 60_000);

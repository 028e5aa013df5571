import { type ItemRow, ModelServer, type ModelChange } from './server/index.ts';
import { asShown, leaks, OrderBook, recount, sees, structureFaults } from './oracle.ts';
import { fillWorld } from './world.ts';
import type { ItemPlan } from './schedule.ts';

const item = (change: Partial<ItemPlan> = {}): ItemPlan => ({
  type: 'epic',
  owner: 'acme',
  parent: null,
  state: 'opened',
  confidential: false,
  weight: null,
  ...change,
});

/** Items have the numbers 1, 2, 3 … in the order of the plan. */
function serverWith(...items: ItemPlan[]): ModelServer {
  const people = { olga: 'owner', gus: 'guest', nobody: 'none' } as const;
  const world = { people, pageMax: 100, maxChildren: 1000, items };
  return new ModelServer({ idsPerTable: true, seed: (empty) => fillWorld(empty, world) });
}

const FAMILY = [
  item(),
  item({ parent: 0 }),
  item({ parent: 0, state: 'closed' }),
  item({ type: 'issue', owner: 'acme/api', parent: 1, weight: 5 }),
  item({ type: 'issue', owner: 'acme/api', parent: 1, weight: 3, state: 'closed' }),
];

const reorder = (moved: object, base = 1): ModelChange => ({
  what: 'epicTreeReorder',
  text: '',
  variables: { input: { baseEpicId: `gid://gitlab/Epic/${base}`, moved } },
  request: null,
  idempotencyKey: 'k',
  who: 'olga',
  answer: { status: 200, data: { epicTreeReorder: { errors: [] } }, errors: [], failed: false, headers: {} },
});

describe('orders', () => {
  test('after: the moved one stands before the adjacent one; before: behind it', () => {
    const { world } = serverWith(item(), ...[1, 2, 3].map(() => item({ parent: 0 })));
    const book = new OrderBook(world);
    expect(book.list(1)).toEqual([2, 3, 4]);
    const beside = (id: number, adjacent: number, relativePosition: string) =>
      book.apply(
        reorder({
          id: `gid://gitlab/Epic/${id}`,
          adjacentReferenceId: `gid://gitlab/Epic/${adjacent}`,
          relativePosition,
        }),
        world,
      );
    beside(4, 2, 'after');
    expect(book.list(1)).toEqual([4, 2, 3]);
    beside(4, 3, 'before');
    expect(book.list(1)).toEqual([2, 3, 4]);
    expect(book.faults(world)).toEqual([]);
    beside(2, 3, 'before');
    expect(book.faults(world)).toEqual(['the children of 1 are stored as 2,3,4, and the edits give 3,2,4']);
  });

  test('a move to another parent without a neighbour comes first; by the id of its link too', () => {
    const { world } = serverWith(...FAMILY);
    const book = new OrderBook(world);
    const link = world.links.get(4)?.id;
    book.apply(reorder({ id: `gid://gitlab/EpicIssue/${link}`, newParentId: 'gid://gitlab/Epic/1' }, 2), world);
    expect([book.list(1), book.list(2)]).toEqual([[4, 2, 3], [5]]);
  });

  test('a move stands directly beside the neighbour of which its intent says so, on that side', () => {
    const { world } = serverWith(...FAMILY);
    const book = new OrderBook(world);
    const beside = (relativePosition: string): ModelChange => {
      const [id, adjacentReferenceId] = ['gid://gitlab/Epic/3', 'gid://gitlab/Epic/2'];
      const change = reorder({ id, adjacentReferenceId, relativePosition });
      book.apply(change, world);
      return change;
    };
    const above = beside('after');
    expect([book.list(1).join(), book.landingFaults(above, { before: 'gid://gitlab/Epic/2' })]).toEqual(['3,2', []]);
    expect(book.landingFaults(above, { before: null })).toEqual(['3 was put behind 2 and stands in 3,2']);
    const below = beside('before');
    expect(book.landingFaults(below, { before: null })).toEqual([]);
    expect(book.landingFaults(below, { before: 'gid://gitlab/Epic/2' })).toEqual([
      '3 was put before 2 and stands in 2,3',
    ]);
  });

  test('the model server agrees, whatever is sent', async () => {
    const server = serverWith(...FAMILY);
    const book = new OrderBook(server.world);
    const path = '/groups/acme/-/epics/1';
    const calls = [
      { method: 'POST', path: `${path}/issues`, body: { issuable_references: ['acme/api#2', 'acme/api#1'] } },
      { method: 'DELETE', path: `${path}/links/2` },
      { method: 'POST', path: '/api/v4/groups/1/epics', body: { title: 'new', parent_id: 1 } },
      { method: 'DELETE', path: '/groups/acme/-/epics/3.json', query: { destroy_confirm: true } },
    ] as const;
    for (const request of calls) {
      const call = {
        what: `${request.method} ${request.path}`,
        text: null,
        variables: {},
        request,
        idempotencyKey: undefined,
      };
      expect((await server.answerAs('olga', call)).failed).toBe(false);
      book.apply(server.history.at(-1) as ModelChange, server.world);
      expect(book.faults(server.world)).toEqual([]);
    }
    expect(book.list(1)).toEqual([6, 5, 4]);
  });
});

describe('structure', () => {
  const faults = (change: (rows: ModelServer['world']) => void): string[] => {
    const { world } = serverWith(...FAMILY);
    change(world);
    return structureFaults(world);
  };
  const link = (parentId: number, childId: number) => ({ id: 99, parentId, childId, position: 0, createdAt: '' });

  test('a tree as it should be has no faults', () => expect(faults(() => undefined)).toEqual([]));
  test('a cycle', () =>
    expect(faults(({ links }) => links.set(1, link(2, 1))).join()).toContain('stands below itself'));
  test('what is gone', () => expect(faults(({ items }) => items.delete(1)).join()).toContain('one of which is gone'));
  test('public below confidential', () =>
    expect(faults((world) => world.change(1, { confidential: true })).join()).toContain(
      '2 is public under the confidential 1',
    ));
  test('eight levels of epics', () => {
    const chain = Array.from({ length: 8 }, (_, index) => item({ parent: index === 0 ? null : index - 1 }));
    expect(structureFaults(serverWith(...chain).world)).toEqual(['8 stands 8 levels of epics deep']);
    expect(structureFaults(serverWith(...chain.slice(0, 7)).world)).toEqual([]);
  });
});

test('who sees what: public, private, confidential, and one’s own', () => {
  const { world } = serverWith(
    item(),
    item({ owner: 'hidden' }),
    item({ confidential: true }),
    item({ type: 'issue', owner: 'acme/api', confidential: true }),
  );
  const seen = (username: string): number[] =>
    [...world.items.values()].filter((row) => sees(world, username, row)).map(({ id }) => id);
  expect([seen('root'), seen('olga'), seen('gus'), seen('nobody')]).toEqual([[1, 2, 3, 4], [1, 2, 3, 4], [1], [1]]);
  const gus = [...world.users.values()].find(({ username }) => username === 'gus')?.id ?? 0;
  world.change(4, { authorId: gus });
  world.change(3, { authorId: gus });
  expect(seen('gus')).toEqual([1, 4]);
  expect(leaks(world, 'gus', '"gid://gitlab/Epic/3" "gid://gitlab/Issue/4" "gid://gitlab/EpicIssue/2"')).toEqual([3]);
});

test('a recount goes all the way down, and leaves the top itself out', () => {
  const { world } = serverWith(...FAMILY);
  world.change(4, { healthStatus: 'atRisk' });
  world.change(5, { healthStatus: 'onTrack' });
  const numbers = {
    openedEpics: 1,
    closedEpics: 1,
    openedIssues: 1,
    closedIssues: 1,
    openedWeight: 5,
    closedWeight: 3,
  };
  expect(recount(world, 1)).toEqual({ ...numbers, onTrack: 0, needsAttention: 0, atRisk: 1 });
});

test('open ones are shown first, each as they are stored', () => {
  const { world } = serverWith(...FAMILY);
  expect(asShown(world, [3, 5, 2, 4])).toEqual([2, 4, 3, 5]);
  expect(asShown({ ...world, items: new Map<number, ItemRow>() }, [])).toEqual([]);
});

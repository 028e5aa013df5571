import type { World } from '../../../sim/server/index.ts';
import { ModelServer } from '../../../sim/server/index.ts';
import { accessActions } from '../../access/index.ts';
import { createPlanner, type PlannerOptions } from '../../planner.ts';
import { FakePorts, settle } from '../../testing/index.ts';
import { selectWorkItemModel, workItemActions } from '../index.ts';
import { itemStateActions, selectStateToggle } from '../edits.ts';

/** The page of an item, read from the model server. */

export type ItemChange = NonNullable<Parameters<World['addItem']>[1]>;

interface Seed {
  /** Gus is its author. */
  readonly mine?: boolean;
  /** Makes what the item names; answers what it is to be besides. */
  readonly seed?: (world: World, acme: number, app: number) => Partial<ItemChange>;
}

export type ItemSeed = Partial<ItemChange> & Seed;

/** The page of item 1 of acme/app, read by `username`, against the model server: ada owns the group, gus is a guest. */
export async function openItem(
  username: 'ada' | 'gus' | null = 'ada',
  { mine = false, seed, ...change }: ItemSeed = {},
  options: PlannerOptions = {},
) {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const acme = world.addGroup({ path: 'acme' });
  const app = world.addProject({ groupId: acme, path: 'app' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const gus = world.addUser({ username: 'gus' });
  world.addMember({ userId: gus, groupId: acme, level: 10 });
  const more = seed?.(world, acme, app) ?? {};
  const row = world.addItem(app, { title: 'Leaking tap', ...change, ...(mine ? { authorId: gus } : {}), ...more });
  if (username !== null) server.signInAs(username);
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest }, options);
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  const route = { projectPath: 'acme/app', by: 'iid', number: String(row.iid) } as const;
  await act(accessActions.sessionRequested(), workItemActions.pageOpened(route));
  const state = () => planner.store.getState();
  const id = `gid://gitlab/Issue/${row.id}`;
  return {
    fake,
    server,
    world,
    acme,
    app,
    planner,
    act,
    state,
    id,
    route,
    ask: (event: 'close' | 'reopen') => act(itemStateActions.changeAsked({ id, event })),
    toggle: () => selectStateToggle(state(), id),
    shown: () => selectWorkItemModel(state(), id)?.badge.text,
    row: () => world.items.get(row.id),
    stored: () => world.items.get(row.id)?.state,
    alerts: () => state().notice.map(({ text, detail }) => [text, detail]),
    sent: () => server.calls.filter(({ what }) => what.includes('workItemEdit')),
  };
}

export type ItemPage = Awaited<ReturnType<typeof openItem>>;

import type { RestPort, RestRequest } from '../../ports/index.ts';
import { ModelServer } from '../../../sim/server/index.ts';
import { accessActions } from '../../access/index.ts';
import { epicActions } from '../../epic/index.ts';
import { keeper } from '../../keep/index.ts';
import { createPlanner, type PlannerOptions } from '../../planner.ts';
import { withMeta, type Action } from '../../store/action.ts';
import { get } from '../../table/index.ts';
import { epicGid, FakePorts, issueGid, settle } from '../../testing/index.ts';
import { workItemActions } from '../../work-item/index.ts';
import { textActions, selectTextForm, textSaga, selectMayEditText } from '../index.ts';

export const PATH = '/groups/acme/-/epics/1.json';

/** The page of the epic 1 of acme with a text of three lines, read against the model server by ada, who owns the group, or gus, a guest. */
export async function openText(who: 'ada' | 'gus' | null = 'ada', options: PlannerOptions = {}) {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const acme = world.addGroup({ path: 'acme' });
  const project = world.addProject({ groupId: acme, path: 'app' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  world.addMember({ userId: world.addUser({ username: 'gus' }), groupId: acme, level: 10 });
  const epic = world.addEpic(acme, { title: 'Plan', description: 'one\ntwo\nthree' });
  const issue = world.addItem(project, { title: 'Leaking tap', description: 'Water' });
  if (who !== null) server.signInAs(who);
  const [id, issueId] = [epicGid(epic.id), issueGid(issue.id)];

  const puts: RestRequest[] = [];
  const rest: RestPort = {
    request(asked, more) {
      if (asked.method === 'PUT') puts.push(asked);
      return server.rest.request(asked, more);
    },
  };
  /** A tab of the browser: what it has stored stays. */
  const start = () => {
    const made = createPlanner({ ...fake.ports, graphql: server.graphql, rest }, options);
    made.keep(keeper);
    made.watch('text', textSaga);
    return made;
  };
  let planner = start();
  const act = async (...actions: readonly Action[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  const state = () => planner.store.getState();
  const open = async () => {
    await act(accessActions.sessionRequested(), epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
    await fake.clock.advance(1_000);
  };
  await open();
  /** Time for a poll. */
  const later = async () => {
    await fake.clock.advance(4_000);
    await settle();
  };
  return {
    ...{ fake, server, world, puts, id, issueId, act, state, later },
    get planner() {
      return planner;
    },
    /** The form of the epic. */
    form: (of = id) => selectTextForm(state(), of),
    may: (place: 'page' | 'over' = 'page') => selectMayEditText(state(), place),
    edit: () => act(textActions.opened({ id })),
    write: (text: string) => act(textActions.descriptionTyped({ id, text })),
    save: () => act(textActions.saveAsked({ id })),
    /** What the server has. */
    text: () => world.items.get(epic.id)?.description,
    version: () => world.items.get(epic.id)?.lockVersion ?? 0,
    known: () => get(state().confirmed.items, id),
    /** The same person, elsewhere: what the server has changes, and the page hears of it with its next poll. */
    async elsewhere(change: { readonly title?: string; readonly description?: string }, heard = true) {
      const { status } = await server.answerRest({ method: 'PUT', path: PATH, body: { epic: change } });
      if (status !== 200) throw new Error(`The change was refused: ${status}`);
      if (heard) await later();
    },
    /** The issue, over the page. */
    async over() {
      const route = { projectPath: null, by: 'id', number: String(issue.id) } as const;
      await act(withMeta(workItemActions.overOpened({ ...route, as: 'panel' }), { place: 'over' }));
    },
    /** The page is loaded anew, a minute later. */
    async anew() {
      planner.dispose();
      await fake.clock.advance(60_000);
      planner = start();
      await open();
      await later();
    },
  };
}

export type TextPage = Awaited<ReturnType<typeof openText>>;

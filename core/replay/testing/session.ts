import type { ActionLog } from '../types.ts';
import type { RecordOptions } from '../record.ts';
import type { Fault, World } from '../../../sim/server/index.ts';
import type { Planner, RootState } from '../../planner.ts';
import { accessActions, entrySaga } from '../../access/index.ts';
import { epicList, epicActions } from '../../epic/index.ts';
import { epicListSaga } from '../../epic/list-page.ts';
import { groupActions } from '../../group/index.ts';
import { createPlanner, selectVisible } from '../../planner.ts';
import { get } from '../../table/index.ts';
import { ModelServer } from '../../../sim/server/index.ts';
import { FakePorts, pick, randomInt, seededRandom, settle } from '../../testing/index.ts';
import { treeActions } from '../../tree/index.ts';
import { workItemActions } from '../../work-item/index.ts';
import { record } from '../record.ts';

/** Sessions of a planner against the model server, recorded: what a person with a wild hand does. */

export const PASSWORD = 'correct horse battery';

function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const web = world.addGroup({ path: 'web', name: 'Web', parentId: acme });
  const app = world.addProject({ groupId: web, path: 'app', name: 'App' });
  world.addMember({ userId: world.addUser({ username: 'ada', password: PASSWORD }), groupId: acme, level: 50 });
  const labels = [world.addLabel('bug'), world.addLabel('priority::high')];
  const milestone = world.addMilestone('v1', '2026-11-01', null, acme);
  for (let number = 1; number <= 12; number += 1) {
    world.addEpic(number % 3 === 0 ? web : acme, { title: `Epic “${number}” 🌳`, labelIds: labels.slice(number % 3) });
  }
  for (let number = 1; number <= 12; number += 1) {
    world.addItem(app, {
      title: `Issue ${number}`,
      weight: number % 4 === 0 ? null : number,
      healthStatus: (['onTrack', 'needsAttention', 'atRisk', null] as const)[number % 4] ?? null,
      milestoneId: number % 2 === 0 ? milestone : null,
      state: number % 5 === 0 ? 'closed' : 'opened',
    });
  }
}

const TREE = { kind: 'epic', fullPath: 'acme', iid: '1' } as const;
const LINKS = '/groups/acme/-/epics/1/links';
const ISSUES = '/groups/acme/-/epics/1/issues';
const CONFIG = {
  epicsEndpoint: LINKS,
  issuesEndpoint: ISSUES,
  projectsEndpoint: '/api/v4/groups/2/projects',
  epicsWebUrl: '/groups/acme/-/epics',
  issuesWebUrl: '/groups/acme/-/issues',
  userSignedIn: true,
  username: 'ada',
};

const faultOf = (random: () => number): Fault => {
  const match = pick(random, ['epicTreeReorder', 'epicChildren', 'POST', 'PUT', 'DELETE']);
  switch (randomInt(random, 0, 4)) {
    case 0:
      return { kind: 'lose', match, when: 'afterCommit' };
    case 1:
      return { kind: 'lose', match, when: 'beforeCommit' };
    case 2:
      return { kind: 'delay', match, milliseconds: randomInt(random, 1, 5000) };
    default:
      return {
        kind: 'refuse',
        match,
        error: { name: 'WireError', kind: 'http', status: 422, messages: ['Not “now”'] },
      };
  }
};

export interface RecordedSession {
  readonly planner: Planner;
  readonly log: () => ActionLog;
  readonly text: () => string;
  readonly states: readonly RootState[];
}

interface SessionOptions extends RecordOptions {
  /** Nobody signs in. */
  readonly visitor?: boolean;
}

/** One session of `steps` acts, the same for the same seed. A person who is no visitor signs in first, with a password. */
export async function randomSession(
  seedNumber: number,
  steps: number,
  options: SessionOptions = {},
): Promise<RecordedSession> {
  const random = seededRandom(seedNumber);
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock, seed });
  const recording = record({ session: `seed-${seedNumber}`, timeZone: 'Europe/Vienna', ...options });
  const states: RootState[] = [];
  const planner = createPlanner(
    { ...fake.ports, graphql: server.graphql, rest: server.rest },
    {
      middleware: [
        recording.middleware,
        (api) => (next) => (action) => {
          states.push(api.getState() as RootState);
          return next(action);
        },
      ],
    },
  );
  planner.watch('entry', entrySaga);
  planner.watch('epicList', epicListSaga);
  const { store } = planner;
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  server.signInAs('ada');
  for (const reference of ['acme&2', 'acme&3', 'acme/web&1']) {
    await server.answerRest({ method: 'POST', path: LINKS, body: { issuable_references: [reference] } });
  }
  for (let number = 1; number <= 6; number += 1) {
    const path = number > 4 ? '/groups/acme/-/epics/2/issues' : ISSUES;
    await server.answerRest({ method: 'POST', path, body: { issuable_references: [`acme/web/app#${number}`] } });
  }
  server.signInAs(null);
  await act(accessActions.sessionRequested());
  if (options.visitor !== true) await act(accessActions.signInSubmitted({ username: 'ada', password: PASSWORD }));
  await act(treeActions.opened({ root: TREE, config: CONFIG }));

  const known = () => {
    const { orders } = selectVisible(store.getState());
    const root = store.getState().tree.root?.id ?? '';
    const children = [...(get(orders, root)?.ids ?? [])];
    const all = children.flatMap((id) => [{ id, parentId: root }].concat(grand(id)));
    function grand(parentId: string) {
      return (get(orders, parentId)?.ids ?? []).map((id) => ({ id, parentId }));
    }
    return { root, children, all };
  };
  const withRow = async (use: (row: { id: string; parentId: string }) => Promise<void>): Promise<void> => {
    const { all } = known();
    if (all.length > 0) await use(pick(random, all));
  };
  const text = (): string => `New ${randomInt(random, 1, 1000)}`;

  const ACTS: readonly (() => Promise<void>)[] = [
    () => withRow(({ id }) => act(treeActions.itemToggled({ id }))),
    () => withRow((row) => act(treeActions.moveChosen({ ...row, to: pick(random, ['up', 'down', 'top', 'bottom']) }))),
    () =>
      withRow(({ id, parentId }) => {
        const toParentId = pick(random, [known().root, ...known().children]);
        const index = randomInt(random, 0, 4);
        return act(
          treeActions.dragStarted({ id, parentId }),
          treeActions.dragMoved({ overId: toParentId, x: 3.5, y: -7 }),
          treeActions.dropped({ id, fromParentId: parentId, toParentId, index }),
        );
      }),
    () => withRow((row) => act(treeActions.removeAsked(row), treeActions.removeConfirmed())),
    () =>
      act(
        treeActions.formOpened({ form: 'addIssue' }),
        treeActions.referencesTyped({ text: `acme/web/app#${randomInt(random, 1, 15)} `, caret: 16 }),
        treeActions.formSubmitted(),
      ),
    () =>
      act(
        treeActions.formOpened({ form: 'createEpic' }),
        treeActions.titleTyped({ title: text() }),
        treeActions.formSubmitted(),
      ),
    () => act(treeActions.formOpened({ form: 'createIssue' }), treeActions.projectsSearched({ search: 'a' })),
    () => act(treeActions.labelsToggled(), treeActions.tabChosen({ tab: 'tree' })),
    () => act(treeActions.closed(), treeActions.opened({ root: TREE, config: CONFIG })),
    () => act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }), epicActions.epicStateToggled()),
    () => act(epicActions.newEpicOpened({ groupPath: 'acme' }), epicActions.newEpicTitleChanged({ title: text() })),
    () => act(epicActions.newEpicSubmitted(), epicActions.epicPageClosed()),
    () => act(epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: epicList.defaults })),
    () => act(groupActions.homeOpened(), groupActions.groupPageOpened({ fullPath: 'acme' })),
    () => act(workItemActions.pageOpened({ projectPath: 'acme/web/app', by: 'iid', number: '2' })),
    () => act(accessActions.passwordSubmitted({ currentPassword: PASSWORD, password: `${PASSWORD} 2` })),
    async () => server.fault(faultOf(random)),
    () => fake.connect(random() < 0.5),
    () => fake.clock.advance(randomInt(random, 1, 9000)),
    () => fake.clock.advance(randomInt(random, 1, 500)),
  ];
  for (let step = 0; step < steps; step += 1) await pick(random, ACTS)();
  recording.stop();
  planner.dispose();
  return { planner, log: recording.log, text: recording.text, states };
}

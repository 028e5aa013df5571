import { createPlanner, selectLinkSubject, selectRowModel, treeOpening } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { epicActions, epicEdits } from '@espalier/core/epic';
import { linkActions, linkSaga, selectLinkSection, type LinkSubject } from '@espalier/core/link';
import { DEFAULT_VIEW, roadmapActions, roadmapSaga, selectRoadmapRows } from '@espalier/core/roadmap';
import { selectSidebarDates, sidebarActions, sidebarSaga } from '@espalier/core/sidebar';
import { FakePorts, settle } from '@espalier/core/testing';
import { treeActions } from '@espalier/core/tree';
import type { World } from './index.ts';
import { ModelServer } from './index.ts';

/** Epic 1 has epic 2 as its child and is linked to it. */
function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const dates = { startIsFixed: true, startDate: '2026-11-02', dueIsFixed: true, dueDate: '2026-11-30' };
  const [plan, part] = ['Plan', 'Part'].map((title) => world.addEpic(acme, { title, ...dates }));
  if (plan === undefined || part === undefined) throw new Error('There are two');
  world.attach(plan.id, [part.id]);
  world.relate('relates_to', plan.id, part.id);
}

/** Tree, roadmap and links of epic 1, and the sidebar of epic 2. */
async function opened() {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs('ada');
  const { store, watch, dispose } = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  const act = async (action: { readonly type: string }): Promise<void> => {
    store.dispatch(action);
    await settle();
  };
  watch('sidebar', sidebarSaga);
  watch('roadmap', roadmapSaga);
  watch('link', linkSaga);
  await act(accessActions.sessionRequested());
  await act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  const opening = treeOpening(store.getState());
  if (opening === null) throw new Error('The page is not there');
  await act(treeActions.opened(opening));
  const config = { fullPath: 'acme', epicIid: '1', colours: false };
  await act(roadmapActions.roadmapOpened({ config, view: DEFAULT_VIEW } as never));
  await act(linkActions.opened({ subject: selectLinkSubject(store.getState(), 'epic') as LinkSubject }));
  await act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '2' }));
  await act(sidebarActions.sidebarOpened({ width: 1400 }));
  const id = store.getState().epic.page.id ?? '';
  const dueDates = () => {
    const state = store.getState();
    return [
      selectRowModel(state, id)?.dueText,
      selectSidebarDates(state)?.due.text,
      selectRoadmapRows(state).rows.find((row) => row.id === id)?.epic.dueDate,
      selectLinkSection(state)?.groups[0]?.rows[0]?.facts.due?.text,
    ];
  };
  return { store, id, dueDates, act, dispose };
}

test.each([
  ['the sidebar', () => epicEdits.dateChanged({ field: 'due', value: '2026-12-24' })],
  ['its bar', (id: string) => roadmapActions.datesChanged({ id, dueDate: '2026-12-24' })],
])(
  'RP-02.276 a date that is changed in %s is another one in tree, sidebar, bar and linked row with the same action',
  async (_, change) => {
    const { store, id, dueDates, act, dispose } = await opened();
    expect(dueDates()).toEqual(['Nov 30, 2026', 'Nov 30, 2026', '2026-11-30', 'Nov 30, 2026']);
    store.dispatch(change(id));
    const after = ['Dec 24, 2026', 'Dec 24, 2026', '2026-12-24', 'Dec 24, 2026'];
    expect(dueDates()).toEqual(after);
    await act({ type: 'nothing' });
    expect([dueDates(), store.getState().pending]).toEqual([after, []]);
    dispose();
  },
);

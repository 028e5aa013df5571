import { createPlanner } from '@espalier/core';
import { FakePorts } from '@espalier/core/testing';
import { DEFAULT_VIEW, roadmapConfig } from '@espalier/core/roadmap';
import { epicList } from '@espalier/core/epic';
import { Pages } from './pages.ts';

const CONFIG = roadmapConfig({}, 'acme', { user: null, features: {}, settings: {} });

const planner = createPlanner(new FakePorts().ports);
const STATE = planner.store.getState();
afterAll(() => planner.dispose());

function pages() {
  const done: string[] = [];
  const made = new Pages({
    do: (...actions) => void done.push(...actions.map(({ type }) => type)),
    watch: (name) => void done.push(`watch ${name}`),
    state: () => STATE,
  });
  return { made, done };
}

test('an answer leads to the page of an epic, or away from it', () => {
  const { made, done } = pages();
  made.follow('http://model.example/groups/acme/web/-/epics/7');
  expect(made.epic).toEqual({ groupPath: 'acme/web', iid: '7' });
  made.follow('http://model.example/groups/acme/-/epics');
  expect(made.epic).toBeNull();
  expect(done).toEqual(['epic/pageOpened', 'epic/pageClosed']);
});

test('whoever deletes the item of a page goes on to the list, and one over a page leaves that alone', () => {
  const { made, done } = pages();
  made.openItem({ projectPath: null, by: 'id', number: '7' });
  made.over.openEpic({ groupPath: 'acme', iid: '7' }, 'panel');
  done.length = 0;
  made.follow('/acme/api/-/issues');
  expect([made.item, made.over.epic?.iid]).toEqual([null, '7']);
  made.follow('/acme/api/-/issues');
  expect(done).toEqual(['workItem/pageClosed']);
});

test('after a crash everything is opened again that was open, the roadmap with its watcher and its last view', () => {
  const { made, done } = pages();
  made.openList('acme', epicList.defaults);
  made.openRoadmap(CONFIG, DEFAULT_VIEW);
  made.changeView({ ...DEFAULT_VIEW, state: 'closed' });
  done.length = 0;
  made.reopen();
  expect(done).toEqual(['watch epicList', 'epicList/opened', 'watch roadmap', 'roadmap/opened']);
  expect(made.roadmap?.view.state).toBe('closed');
  made.closeRoadmap();
  made.reopen();
  expect(done.filter((type) => type === 'roadmap/opened')).toHaveLength(1);
});

test('the sidebar and the linked items come back with who is looking', () => {
  const { made, done } = pages();
  made.openSidebar();
  made.openLinks({
    id: 'gid://gitlab/Epic/1',
    kind: 'epic',
    iid: '1',
    state: 'opened',
    ownerPath: 'acme',
    groupPath: 'acme',
    endpoint: '/groups/acme/-/epics/1/related_epic_links',
    webPath: '/groups/acme/-/epics/1',
    canRelate: true,
  });
  made.closeSidebar();
  done.length = 0;
  made.reopen();
  expect(done).toEqual(['watch link', 'watch command', 'access/sessionRequested', 'link/opened']);
});

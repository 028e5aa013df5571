import { epicList, epicActions } from '@espalier/core/epic';
import { epicListSaga } from '@espalier/core/epic/list';
import { DEFAULT_VIEW, roadmapActions, roadmapConfig, roadmapSaga } from '@espalier/core/roadmap';
import { PlannerBuilder } from '@espalier/core/testing';
import { issueList } from '@espalier/core/work-item';
import { issueListSaga } from '@espalier/core/work-item/list';
import { pagesInFlight, pagesUnderWay } from './check-pages.ts';

test('what a page, a list or a roadmap says to be under way is named, until it is answered', async () => {
  const planner = new PlannerBuilder().build();
  const underWay = () => pagesUnderWay(planner.state);
  expect(underWay()).toEqual([]);
  await planner.do(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  expect(underWay()).toEqual(['epic/page acme 1 is being read']);
  await planner.do(epicActions.epicPageClosed());
  expect(underWay()).toEqual([]);
  planner.planner.watch('epicList', epicListSaga);
  planner.planner.watch('issueList', issueListSaga);
  await planner.do(epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: epicList.defaults }));
  const place = { kind: 'group', fullPath: 'acme' } as const;
  await planner.do(issueList.actions.opened({ place, query: issueList.defaults }));
  const lists = ['epicList/page group acme is being read', 'issueList/page group acme is being read'];
  expect(underWay()).toEqual(lists);
  planner.planner.watch('roadmap', roadmapSaga);
  const config = roadmapConfig({}, 'acme', { user: null, features: {}, settings: {} });
  await planner.do(roadmapActions.roadmapOpened({ config, view: DEFAULT_VIEW }));
  expect(underWay()).toEqual([
    ...lists,
    'roadmap/epics acme is being read',
    'roadmap/milestones acme is being read',
    'the roadmap is loading',
  ]);
  await planner.do(roadmapActions.suggestionsAsked({ key: 'label', search: 'a' }), roadmapActions.roadmapClosed());
  expect(underWay()).toEqual(lists);
});

test('a search that waits for a pause in typing is under way only in the end', async () => {
  const planner = new PlannerBuilder().build();
  planner.planner.watch('epicList', epicListSaga);
  const query = epicList.defaults;
  await planner.do(epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query }));
  const group = { id: 'gid://gitlab/Group/7', name: 'Acme', fullName: 'Acme', fullPath: 'acme' };
  const pageInfo = { endCursor: null, startCursor: null, hasNextPage: false, hasPreviousPage: false };
  const counts = { opened: { count: 0 }, closed: { count: 0 } };
  await planner.fake.next('groupEpics').answer({ group: { ...group, epics: { nodes: [], pageInfo }, ...counts } });
  expect(pagesInFlight(planner.state)).toEqual([]);
  await planner.do(
    epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: { ...query, search: 'plan' } }),
  );
  expect(pagesUnderWay(planner.state)).toEqual([]);
  expect(pagesInFlight(planner.state)).toEqual(['epicList/page group acme is being read']);
});

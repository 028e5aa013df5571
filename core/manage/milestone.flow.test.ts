import { serverAction, withMeta } from '../store/action.ts';
import { refusal } from '../testing/index.ts';
import { manageActions, selectManagedStatus } from './index.ts';
import { openPage } from './testing/page.ts';

test('AP-14.62 the page of a milestone reads it, its description and report, and again after a change; what is not there is missing', async () => {
  const shown = { noun: 'milestone', kind: 'group', fullPath: 'acme', iid: '3' } as const;
  const found = 'GET /api/v4/groups/acme/milestones';
  const app = await openPage(shown);
  expect(app.fake.next(found).request?.query).toEqual({ 'iids[]': '3' });
  const json = { id: 7, iid: 3, title: 'Beta', state: 'active', start_date: '2026-11-02', due_date: '2026-11-20' };
  const more = {
    id: 'gid://gitlab/Milestone/7',
    descriptionHtml: '<p>b</p>',
    stats: { totalIssuesCount: 3, closedIssuesCount: 1 },
    report: { burnupTimeSeries: [], stats: null },
  };
  await app.fake.next(found).answer([json]);
  expect(app.fake.next('milestonePage').variables).toEqual({ id: 'gid://gitlab/Milestone/7' });
  await app.fake.next('milestonePage').answer({ milestone: more });
  expect(app.manage().entries).toEqual([
    {
      id: '7',
      iid: '3',
      title: 'Beta',
      description: null,
      isClosed: false,
      startDate: '2026-11-02',
      dueDate: '2026-11-20',
      sign: null,
      descriptionHtml: '<p>b</p>',
      items: { total: 3, closed: 1 },
      report: { days: [], total: null, complete: null },
    },
  ]);
  const other = { ...shown, iid: '4' };
  await app.act(withMeta(serverAction('item/closed')(), { resolves: { id: '1', as: 'committed' } }));
  expect(selectManagedStatus(app.state()).status).toBe('ready');
  await app.fake.next(found).answer([json]);
  await app.fake.next('milestonePage').answer({ milestone: { ...more, descriptionHtml: null, stats: null } });
  expect(app.manage().entries).toMatchObject([{ descriptionHtml: '', items: { total: 0, closed: 0 } }]);

  await app.act(manageActions.opened({ page: other }));
  expect(app.manage().entries).toEqual([]);
  await app.fake.next(found).answer([]);
  expect(selectManagedStatus(app.state()).status).toBe('missing');
  await app.act(manageActions.opened({ page: shown }));
  await app.fake.next(found).answer([json]);
  await app.fake.next('milestonePage').answer({ milestone: null });
  expect(selectManagedStatus(app.state()).status).toBe('missing');
  await app.act(manageActions.retried());
  await app.fake.next(found).fail(refusal(500));
  expect(selectManagedStatus(app.state())).toMatchObject({
    error: 'Something went wrong while fetching the milestone.',
  });
});

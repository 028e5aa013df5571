import { selectPlaceName } from '../frame/index.ts';
import { refusal } from '../testing/index.ts';
import { manageActions } from './index.ts';
import { openPage } from './testing/page.ts';

const WEB = 'GET /api/v4/groups/acme%2Fweb';
const APP = 'GET /api/v4/projects/acme%2Fweb%2Fapp';
const OF_WEB = { noun: 'labels', kind: 'group', fullPath: 'acme/web' } as const;
const OF_APP = { noun: 'labels', kind: 'project', fullPath: 'acme/web/app' } as const;

async function start(...shown: Parameters<typeof openPage>) {
  const app = await openPage(...shown);
  const name = (fullPath: string) => selectPlaceName(app.state(), fullPath);
  return { ...app, name, open: (page: typeof OF_WEB | typeof OF_APP) => app.act(manageActions.opened({ page })) };
}

test('BD-05.98 the name of a page’s place is read where it is not known, with those above it', async () => {
  const app = await start(OF_APP);
  await app.open(OF_APP);
  expect(app.count(APP)).toBe(1);
  const named = { path_with_namespace: 'acme/web/app', name_with_namespace: 'Acme / The Web / App' };
  await app.fake.next(APP).answer(named);
  expect(['acme', 'acme/web', 'acme/web/app'].map(app.name)).toEqual(['Acme', 'The Web', 'App']);
  await app.open(OF_APP);
  await app.open(OF_WEB);
  expect([app.count(APP), app.count(WEB)]).toEqual([1, 0]);
});

test('BD-05.98 what may not be named leaves the page as it is, and the next page asks again', async () => {
  const app = await start(OF_WEB);
  await app.fake.next(WEB).fail(refusal(404));
  expect([app.name('acme/web'), app.manage().shown?.fullPath]).toEqual([null, 'acme/web']);
  await app.open(OF_WEB);
  await app.fake.next(WEB).answer({ full_path: 'acme/web', full_name: 'Acme / The Web' });
  expect(app.name('acme/web')).toBe('The Web');
});

test('BD-05.98 where the page reads the place itself, that names it, and so does a change', async () => {
  const settings = { ...OF_WEB, noun: 'settings' } as const;
  const app = await start(settings);
  const web = { id: 2, name: 'The Web', path: 'web', full_path: 'acme/web', full_name: 'Acme / The Web' };
  await app.fake.next(WEB).answer(web);
  expect([app.name('acme/web'), app.count(WEB)]).toEqual(['The Web', 1]);
  const draft = { name: 'Site', path: 'web', description: '', visibility: 'private' };
  await app.act(manageActions.submitted({ page: settings, what: 'save', id: '2', draft }));
  await app.fake.next('PUT /api/v4/groups/acme%2Fweb').answer({ ...web, name: 'Site', full_name: 'Acme / Site' });
  expect(app.name('acme/web')).toBe('Site');
});

test('BD-05.98 the pages of the site have no place', async () => {
  const app = await start({ noun: 'users', kind: 'site', fullPath: '' });
  expect(app.fake.calls.map(({ what }) => what)).toEqual(['GET /api/v4/users']);
});

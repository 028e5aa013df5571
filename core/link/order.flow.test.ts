import { wireError } from '../testing/ports.ts';
import { wholeItem } from '../work-item/shown.ts';
import { linkActions } from './index.ts';
import { ENDPOINT, epicSubject, linking, type Linking } from './testing/linking.ts';

const three = ({ world, epics }: Linking): void => {
  for (const other of [1, 2, 3]) world.relate('blocks', epics[0]!.id, epics[other]!.id);
};

const opened = async (): Promise<Linking> => {
  const app = linking();
  three(app);
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  return app;
};
const typed = (text: string) => linkActions.referencesTyped({ text, caret: text.length });
const hold = (match: string, milliseconds = 1000) => ({ kind: 'hold', match, milliseconds }) as const;
const blocked = (app: Linking) => app.shown().flatMap(([, titles]) => titles);

test('RL-01.38 the late answer to an addition does not bring back what was removed meanwhile', async () => {
  const app = await opened();
  app.fault(hold('POST'));
  await app.act(linkActions.formOpened(), linkActions.typeChosen({ linkType: 'blocks' }), typed('&5'));
  await app.act(linkActions.submitted());
  await app.act(app.remove('Epic 2'));
  expect(app.state().pending.map(({ type }) => type)).toEqual(['link/submitted']);
  const seen = new Set<string>();
  const stop = app.subscribe(() => blocked(app).forEach((title) => seen.add(title)));
  await app.fake.clock.advance(1000);
  stop();
  expect(blocked(app)).toEqual(['Epic 3', 'Epic 4', 'Epic 5']);
  expect([seen.has('Epic 2'), app.form()]).toEqual([false, null]);
});

test('RL-01.38 nor does the answer to a later try, which is that of the first one', async () => {
  const app = await opened();
  app.fault({ kind: 'lose', match: 'POST', when: 'afterCommit' });
  await app.act(linkActions.formOpened(), linkActions.typeChosen({ linkType: 'blocks' }), typed('&5'));
  await app.act(linkActions.submitted());
  await app.act(app.remove('Epic 2'));
  const seen = new Set<string>();
  const stop = app.subscribe(() => blocked(app).forEach((title) => seen.add(title)));
  await app.act(linkActions.submitted());
  stop();
  expect(blocked(app)).toEqual(['Epic 3', 'Epic 4', 'Epic 5']);
  expect([seen.has('Epic 2'), app.world.relations.size]).toEqual([false, 3]);
});

test('RL-01.38 of two removals that are taken back the earlier answer may come last', async () => {
  const app = await opened();
  const restored = (title: string, link = app.link(title)) =>
    linkActions.restored({
      subjectId: app.subjectId(),
      id: link.id,
      endpoint: ENDPOINT,
      link: { ...link, item: wholeItem(app.state().confirmed, link.item) },
    });
  const [second, third] = [restored('Epic 2'), restored('Epic 3')];
  await app.act(app.remove('Epic 2'));
  await app.act(app.remove('Epic 3'));
  app.fault(hold('POST'));
  await app.act(second);
  await app.act(third);
  await app.fake.clock.advance(1000);
  expect(blocked(app)).toEqual(['Epic 4', 'Epic 2', 'Epic 3']);
  expect([app.state().pending, app.row('Epic 2')?.removal === null]).toEqual([[], false]);
});

test('RL-01.39 a section that is opened in a hidden tab is read, and then not again', async () => {
  const app = linking();
  three(app);
  await app.fake.hide(true);
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  expect(app.section()).toMatchObject({ status: 'ready', count: 3 });
  app.server.calls.length = 0;
  await app.fake.clock.advance(120_000);
  expect(app.calls(`GET ${ENDPOINT}`)).toEqual([]);
  await app.fake.hide(false);
  expect(app.calls(`GET ${ENDPOINT}`)).toHaveLength(1);
});

test('RL-01.40 a first reading that is broken off says so, and can be tried again', async () => {
  const app = linking();
  three(app);
  app.fault({ kind: 'refuse', match: `GET ${ENDPOINT}`, error: wireError({ kind: 'aborted' }) });
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  expect(app.section()?.status).toBe('failed');
  await app.act(linkActions.retried());
  expect(app.section()).toMatchObject({ status: 'ready', count: 3 });
});

import type { Action } from '../store/index.ts';
import { commandActions } from '../command/index.ts';
import { madeIn } from '../store/action.ts';
import { entries } from '../table/index.ts';
import { NOTHING_ADDED } from '../tree/rules.ts';
import { linkActions, LINKS_INTERVAL, selectIsFreeToClose } from './index.ts';
import { selectLinkForm, selectLinkSection } from './select.ts';
import {
  ENDPOINT,
  epicSubject,
  issueSubject,
  linked,
  linking,
  refuse,
  three,
  typed,
  type Linking,
} from './testing/linking.ts';

const OVER = '/acme/app/-/issues/1/links';
const over = <P>(action: Action<P>): Action<P> => madeIn(action, 'over');

const section = (app: Linking) => selectLinkSection(app.state(), 'over');
const form = (app: Linking) => selectLinkForm(app.state(), 'over');
const shown = (app: Linking) =>
  section(app)?.groups.map(({ heading, rows }) => [heading, rows.map((row) => row.title)]);
/** A row of the section over the page. */
function removal(app: Linking, title: string): Action {
  const row = section(app)
    ?.groups.flatMap(({ rows }) => rows)
    .find((each) => each.title === title);
  return over(linkActions.removed(row!.removal!));
}
const listed = (app: Linking) => [...entries(app.state().confirmed.links)].map(([id]) => id).sort();

/** Epic 1, which blocks three others, on its page, and issue 1, which blocks issue 2, over it. */
async function start(prepare: (app: Linking) => void = () => undefined): Promise<Linking> {
  const app = linking();
  three(app);
  app.world.relate('blocks', app.issues[0]!.id, app.issues[1]!.id);
  app.world.addMergeRequest(app.projectId, { title: 'Fix it', itemIds: [app.issues[0]!.id] });
  prepare(app);
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  await app.act(over(linkActions.opened({ subject: issueSubject(app) })));
  return app;
}

test('RL-01.43 what is over the page has a section of its own, which adds, removes and takes back while the page’s stays', async () => {
  const app = await start();
  const page = app.state().link.page;
  expect(shown(app)).toEqual([['Blocks', ['Issue 2']]]);
  expect(section(app)).toMatchObject({ kind: 'issue', count: 1, mergeRequests: [{ title: 'Fix it' }] });
  await app.act(over(linkActions.formOpened()), over(typed('#3 ')), over(linkActions.submitted()));
  expect(app.calls('POST').map(({ what }) => what)).toEqual([`POST ${OVER}`]);
  expect([section(app)?.announcement, form(app)]).toEqual(['The linked items were added.', null]);
  await app.act(removal(app, 'Issue 2'));
  expect(shown(app)).toEqual([['Relates to', ['Issue 3']]]);
  expect(section(app)?.announcement).toBe('The link was removed.');
  await app.act(commandActions.undoAsked());
  expect(shown(app)).toEqual([
    ['Blocks', ['Issue 2']],
    ['Relates to', ['Issue 3']],
  ]);
  expect(app.state().link.page).toBe(page);
  expect(app.shown()).toEqual([['Blocks', ['Epic 2', 'Epic 3', 'Epic 4']]]);
});

test('RL-01.43 both are read by themselves, are tried again each by itself, and one goes on when the other is left', async () => {
  const app = await start(({ server }) => server.fault(refuse(`GET ${OVER}`, 500)));
  const reads = (what: string) => app.calls(`GET ${what}`).length;
  expect([section(app)?.status, app.section()?.status]).toEqual(['failed', 'ready']);
  await app.act(over(linkActions.retried()));
  expect([section(app)?.status, reads(OVER), reads(ENDPOINT)]).toEqual(['ready', 2, 1]);
  app.world.relate('relates_to', app.epics[0]!.id, app.epics[4]!.id);
  app.world.relate('relates_to', app.issues[0]!.id, app.issues[3]!.id);
  await app.fake.clock.advance(LINKS_INTERVAL);
  expect([section(app)?.count, app.section()?.count]).toEqual([2, 4]);
  const [more, before] = [reads(OVER), reads(ENDPOINT)];
  await app.act(over(linkActions.closed()));
  expect([section(app), app.section()?.count, listed(app)]).toEqual([null, 4, [epicSubject(app).id]]);
  await app.fake.clock.advance(LINKS_INTERVAL);
  expect([reads(OVER), reads(ENDPOINT)]).toEqual([more, before + 1]);
});

test('RL-01.43 another item over the page leaves the page’s section alone, and an uncertain change is about its own list', async () => {
  const app = await start();
  const page = app.state().link.page;
  await app.act(over(linkActions.opened({ subject: epicSubject(app, 2) })));
  expect(shown(app)).toEqual([['Is blocked by', ['Epic 1']]]);
  expect(listed(app)).toEqual([epicSubject(app).id, epicSubject(app, 2).id]);
  app.server.calls.length = 0;
  app.fault(refuse('DELETE', 500));
  await app.act(removal(app, 'Epic 1'));
  expect(app.calls('GET').filter(({ what }) => what.endsWith('related_epic_links'))).toHaveLength(1);
  expect(app.state().link.page).toBe(page);
});

test('RL-01.43 where both show one item they show one list, which goes when neither shows it', async () => {
  const app = await start();
  await app.act(over(linkActions.opened({ subject: epicSubject(app) })), linkActions.formOpened());
  expect([app.form() === null, form(app)]).toEqual([false, null]);
  await app.act(removal(app, 'Epic 3'));
  expect([shown(app), app.shown()]).toEqual(Array(2).fill([['Blocks', ['Epic 2', 'Epic 4']]]));
  expect([app.section()?.announcement, section(app)?.announcement]).toEqual(Array(2).fill('The link was removed.'));
  app.server.calls.length = 0;
  await app.act(over(linkActions.closed()));
  expect([app.section()?.count, app.form() === null, app.server.calls]).toEqual([2, false, []]);
  await app.act(linkActions.closed());
  expect(listed(app)).toEqual([]);
});

test('RL-01.44 two forms that are open at once: each gets what it asks for, and is sent and refused by itself', async () => {
  const app = await start();
  await app.act(linkActions.formOpened(), typed('&5 &'));
  await app.fake.clock.advance(250);
  const offered = app.form()?.completions.map(({ title }) => title);
  expect(offered).toEqual(['Epic 6']);
  await app.act(
    over(linkActions.formOpened()),
    over(linkActions.typeChosen({ linkType: 'blocks' })),
    over(typed('#4 #')),
  );
  await app.fake.clock.advance(250);
  expect(form(app)?.completions.map(({ title }) => title)).toEqual(['Issue 3']);
  expect(app.form()).toMatchObject({ linkType: 'relates_to', input: '&', references: [{ text: '&5' }] });
  expect(app.form()?.completions.map(({ title }) => title)).toEqual(offered);
  const titles = [app.form(), form(app)].map((each) => each?.references.map((token) => token.ok && token.item?.title));
  expect(titles).toEqual([['Epic 5'], ['Issue 4']]);
  await app.act(over(typed('#99 ')), over(linkActions.submitted()));
  expect([app.form()?.error, form(app)?.error?.text]).toEqual([null, NOTHING_ADDED]);
  await app.act(typed(''), linkActions.submitted());
  expect([app.form(), app.section()?.count, form(app)?.references.length]).toEqual([null, 4, 2]);
  await app.act(over(linkActions.formClosed()));
  expect(form(app)).toBeNull();
});

test('RL-01.45 a refused change says so where its item is shown', async () => {
  const app = await start();
  app.fault(refuse('DELETE', 500));
  await app.act(removal(app, 'Issue 2'));
  app.fault(refuse('DELETE', 404));
  await app.act(app.remove('Epic 2'));
  expect(app.state().notice.map(({ text, scope, place }) => [text, scope, place])).toEqual([
    ['An error occurred while removing issues.', 'links', 'over'],
    ['We could not determine the path to remove the epic', 'links', undefined],
  ]);
});

test('RL-01.30 RL-01.43 a question about the page’s item stays when what is over the page goes along; one about that goes with it', async () => {
  const app = await start((made) => {
    linked(['blocks', 5, 1])(made);
    made.fault({ kind: 'delay', match: 'blocking', milliseconds: 500 });
  });
  const asking = ({ id, kind, iid, groupPath }: ReturnType<typeof epicSubject>) =>
    linkActions.closingAsked({ id, kind, iid, groupPath });
  expect([epicSubject(app), issueSubject(app)].map(({ id }) => selectIsFreeToClose(app.state(), id))).toEqual([
    false,
    true,
  ]);
  await app.act(asking(epicSubject(app)), over(linkActions.closed()));
  await app.fake.clock.advance(500);
  expect(app.closing()).toMatchObject({ status: 'asking', list: [{ title: 'Epic 5' }] });
  await app.act(linkActions.closingEnded(), over(linkActions.opened({ subject: issueSubject(app) })));
  await app.act(over(asking(issueSubject(app))));
  await app.act(over(linkActions.closed()));
  expect(app.closing()).toBeNull();
});

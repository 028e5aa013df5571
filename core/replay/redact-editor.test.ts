import { editorActions } from '../editor/actions.ts';
import { editorSaga } from '../editor/queries.ts';
import { selectTextPlace } from '../editor/select.ts';
import { settle } from '../testing/index.ts';
import { extrasActions, itemExtrasSaga } from '../work-item/extras/index.ts';
import { openItem } from '../work-item/testing/item-page.ts';
import { checkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'zeppelin'] as const;
const [LABEL, WRITTEN] = SECRETS;

test('IE-09.48 a redacted log tells nothing of what was looked for or previewed, and replays', async () => {
  const recording = record({ hashEvery: 2, segmentActions: 20 });
  const app = await openItem(
    'ada',
    {
      seed(world, acme) {
        world.addLabel(LABEL, '#1068bf', acme);
        return {};
      },
    },
    { middleware: [recording.middleware] },
  );
  app.planner.watch('editor', editorSaga);
  const place = selectTextPlace(app.state(), app.id);
  await app.act(editorActions.triggered({ ...place, kind: 'label', term: LABEL.slice(0, 9) }));
  await app.fake.clock.advance(300);
  await settle();
  const { itemId: _, ...where } = place;
  await app.act(editorActions.previewAsked({ ...where, id: 'r1', text: `The ${WRITTEN}` }));
  await app.act(editorActions.previewLeft({ id: 'r1' }), editorActions.triggerLeft());
  recording.stop();
  app.planner.dispose();
  const log = recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of [...SECRETS, LABEL.slice(0, 9)]) expect(shared).not.toContain(secret);
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

test('IE-01.53 a redacted log does not tell where a meeting is', async () => {
  const recording = record({ hashEvery: 2, segmentActions: 20 });
  const app = await openItem('ada', {}, { middleware: [recording.middleware] });
  const row = app.row();
  if (row === undefined) throw new Error('It is there');
  const parts = ['zoom.us', '4711471147', 'passphrase'];
  app.world.items.set(row.id, { ...row, zoomLink: 'https://zoom.us/j/4711471147?pwd=passphrase' });
  app.planner.watch('itemExtras', itemExtrasSaga);
  await app.act(extrasActions.opened({ id: app.id, epic: null }));
  recording.stop();
  app.planner.dispose();
  const log = recording.log();
  for (const part of parts) expect(printLog(log)).toContain(part);
  const shared = printLog(redact(log));
  for (const part of parts) expect(shared).not.toContain(part);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

import { selectTextForm, textActions } from '../text/index.ts';
import { openText } from '../text/testing/form.ts';
import type { RootState } from '../planner.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';
import type { ActionLog } from './types.ts';

const SECRETS = ['Kaleidoscope', 'umbrella', 'zeppelin', 'marmalade'] as const;
const [TITLE, MINE, THEIRS, SAVED] = SECRETS;

test('WI-08.50 a redacted log tells nothing of what was written, and replays to the same form', async () => {
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const app = await openText('ada', { middleware: [recording.middleware] });
  await app.edit();
  await app.write(`one\n${MINE}\nthree`);
  await app.act(textActions.titleTyped({ id: app.id, text: `${TITLE} plan` }));
  await app.elsewhere({ description: `one\n${THEIRS}\nthree` });
  await app.act(textActions.mergedByHand({ id: app.id }));
  await app.save();
  await app.later();
  await app.edit();
  await app.write(`${SAVED} text`);
  recording.stop();
  app.planner.dispose();
  const log = recording.log();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  const moments = (of: ActionLog) =>
    [...walkLog(of)].map(([state]) => {
      const form = selectTextForm(state as RootState, app.id);
      return form && [form.saving, form.asking, form.takenOver, Object.keys(form.conflict ?? {})];
    });
  expect(moments(parseLog(shared))).toEqual(moments(log));
  expect(moments(log)).toContainEqual([false, false, 0, ['description']]);
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

import { openChecklist } from '../checklist/testing/checking.ts';
import { selectChecklist } from '../checklist/select.ts';
import type { RootState } from '../planner.ts';
import type { ActionLog } from './types.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'umbrella'] as const;

test('IE-06.47 a redacted log tells nothing of the text, and replays to the same boxes', async () => {
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const description = `${SECRETS[0]}\n\n1. [ ] ${SECRETS[1]} one\n- [x] two\n- [~] three`;
  const app = await openChecklist('ada', { description }, { middleware: [recording.middleware] });
  app.server.fault({ kind: 'hold', match: 'PATCH', milliseconds: 100 });
  await app.check(3);
  await app.fake.clock.advance(100);
  await app.check(4, false);
  app.elsewhere(`${description} four`);
  await app.check(3, false);
  recording.stop();
  app.planner.dispose();
  const log = recording.log();
  const shared = printLog(redact(log));
  for (const secret of SECRETS) {
    expect(printLog(log)).toContain(secret);
    expect(shared).not.toContain(secret);
  }
  const moments = (of: ActionLog) =>
    [...walkLog(of)].map(([state]) => {
      const { mayCheck, saving, status } = selectChecklist(state as RootState, app.id);
      return { mayCheck, saving, status };
    });
  expect(moments(parseLog(shared))).toEqual(moments(log));
  expect(new Set(moments(log).map(({ status }) => status)).size).toBeGreaterThan(3);
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

test('IE-06.68 so of lines that were moved, deleted or made into tasks', async () => {
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const description = `${SECRETS[0]}\n\n- [x] ${SECRETS[1]} one\n- [ ] two\n- [ ] three`;
  const app = await openChecklist('ada', { description }, { middleware: [recording.middleware] });
  app.server.fault({ kind: 'hold', match: 'PUT', milliseconds: 100 });
  await app.edit(3, 2);
  await app.fake.clock.advance(100);
  await app.edit(3, null);
  await app.makeTask(4);
  recording.stop();
  app.planner.dispose();
  const log = recording.log();
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  const moments = (of: ActionLog) =>
    [...walkLog(of)].map(([state]) => {
      const { checked, saving } = selectChecklist(state as RootState, app.id);
      return { checked, saving };
    });
  expect(moments(parseLog(shared))).toEqual(moments(log));
  expect(new Set(moments(log).map(({ checked }) => checked.join())).size).toBe(4);
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

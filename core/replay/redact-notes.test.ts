import { noteActions } from '../note/actions.ts';
import { selectActivity, selectNoteForm } from '../note/select.ts';
import { openActivity } from '../note/testing/activity.ts';
import { refusal } from '../testing/ports.ts';
import type { RootState } from '../planner.ts';
import type { ActionLog } from './types.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'umbrella', 'zeppelin', 'marmalade'] as const;
const [SAID, WRITTEN, SENT, EDITED] = SECRETS;

async function session() {
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const app = await openActivity('ada', { before: [`${SAID} one`], options: { middleware: [recording.middleware] } });
  await app.type(`${SENT} of mine`);
  await app.act(noteActions.commented({ target: app.id }));
  const { id } = app.note(`${SENT} of mine`);
  app.server.fault({ kind: 'refuse', match: 'updateNote', error: refusal(422, `No ${EDITED}`) });
  await app.type(EDITED, id);
  await app.act(noteActions.edited({ target: id }), noteActions.filterChosen({ filter: 'ONLY_COMMENTS' }));
  const said = app.note(`${SAID} one`).id;
  const press = noteActions.reactionToggled({ itemId: app.id, id: said, emoji: 'tada' });
  await app.act(press, noteActions.retried());
  await app.act(press, press);
  await app.type(`${WRITTEN} half`);
  recording.stop();
  app.planner.dispose();
  return { log: recording.log(), itemId: app.id, id, said };
}

test('WI-10.72 a redacted log tells nothing of what was written, and replays to the same discussions', async () => {
  const { log, itemId, id, said } = await session();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  const moments = (of: ActionLog) =>
    [...walkLog(of)].map(([state]) => {
      const root = state as RootState;
      const { status, filter, discussions } = selectActivity(root, 'page');
      const forms = [itemId, id].map((target) => selectNoteForm(root, target).open);
      const notes = discussions.map((each) =>
        each.notes.map(({ id: note, reactions }) => [
          note,
          reactions?.reactions.map(({ count, isOwn }) => [count, isOwn]),
        ]),
      );
      return { status, filter, forms, notes };
    });
  expect(moments(parseLog(shared))).toEqual(moments(log));
  expect(moments(log).at(-1)).toMatchObject({
    filter: 'ONLY_COMMENTS',
    forms: [true, true],
    notes: [[[said, [[1, true]]]], [[id, []]]],
  });
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(parseLog(shared)).mismatch).toBeNull();
});

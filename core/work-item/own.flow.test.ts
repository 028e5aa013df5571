import type { ExtrasPage } from './testing/extras.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { refusal } from '../testing/ports.ts';
import { ownEdits } from './extras/actions.ts';
import { selectOwn } from './extras/select.ts';
import { openExtras } from './testing/extras.ts';

const SENTENCE = 'Something went wrong while updating the issue. Please try again.';

const own = (app: ExtrasPage) => selectOwn(app.state(), app.id);

describe.each([
  {
    rule: 'WI-07.65',
    edit: ownEdits.todoChanged,
    shown: (app: ExtrasPage) => own(app)?.todo,
    sends: { currentUserTodosWidget: { action: 'ADD' } },
    stored: (app: ExtrasPage) => [...app.world.todos.values()].filter(({ state }) => state === 'pending').length,
    kept: [0, 1],
  },
  {
    rule: 'WI-07.66',
    edit: ownEdits.subscriptionChanged,
    shown: (app: ExtrasPage) => own(app)?.subscribed,
    sends: { notificationsWidget: { subscribed: true } },
    stored: (app: ExtrasPage) => [...app.world.subscriptions.values()].at(-1),
    kept: [false, true],
  },
])('$rule', ({ edit, shown, sends, stored, kept: [off, on] }) => {
  test('WI-07.65 WI-07.66 it is shown at once and saved, by a guest too, and undone', async () => {
    const app = await openExtras('gus');
    app.planner.watch('command', commandSaga);
    app.server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
    expect(shown(app)).toBe(false);
    await app.act(edit({ id: app.id }));
    expect(shown(app)).toBe(true);
    await app.fake.clock.advance(500);
    expect([shown(app), stored(app), app.sent().length]).toEqual([true, on, 1]);
    expect(app.sent()[0]?.variables['input']).toMatchObject(sends);
    await app.act(commandActions.undoAsked());
    expect([shown(app), stored(app)]).toEqual([false, off]);
  });

  test('WI-07.65 WI-07.66 a refusal is told, and it is what it was; a visitor has none', async () => {
    const app = await openExtras('gus');
    app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, 'No') });
    await app.act(edit({ id: app.id }));
    expect([shown(app), app.alerts()]).toEqual([false, [[SENTENCE, 'No']]]);
    const visitor = await openExtras(null);
    await visitor.act(edit({ id: visitor.id }));
    expect([own(visitor), visitor.sent().length]).toEqual([null, 0]);
  });
});

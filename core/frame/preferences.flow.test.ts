import { accessActions } from '../access/index.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { createPlanner } from '../planner.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import { preferenceActions, preferenceSaga, themeIn } from './preferences.ts';

const PUT = 'PUT /api/v4/user/preferences';
const SESSION = 'GET /-/session.json';
const ADA = { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada', admin: false };
const session = (settings = {}) => ({ user: ADA, features: {}, firstRun: false, settings });

async function start(settings: Readonly<Record<string, string | boolean>> = {}) {
  const fake = new FakePorts();
  const { store, watch } = createPlanner(fake.ports);
  watch('preferences', preferenceSaga);
  watch('command', commandSaga);
  const act = async (action: { readonly type: string }) => {
    store.dispatch(action);
    await settle();
  };
  await act(accessActions.sessionReceived(session(settings)));
  return { fake, act, state: () => store.getState() };
}

test('AP-09.60 what is chosen goes into the account, and the session is read again', async () => {
  const { fake, act, state } = await start({ theme: 'light' });
  expect(themeIn(state().access.session)).toBe('light');
  await act(preferenceActions.chosen({ theme: 'dark' }));
  expect(fake.next(PUT).request?.body).toEqual({ theme: 'dark' });
  await fake.next(PUT).answer({});
  const user = { ...ADA };
  await fake.next(SESSION).answer({ user, settings: { theme: 'dark' } });
  expect(themeIn(state().access.session)).toBe('dark');
  expect(['neon', undefined, null].map((theme) => themeIn({ settings: { theme } as never }))).toEqual([
    null,
    null,
    null,
  ]);
});

test('AP-09.60 choices are sent one after the other, so that the last one stays', async () => {
  const { fake, act } = await start();
  await act(preferenceActions.chosen({ theme: 'dark' }));
  await act(preferenceActions.chosen({ theme: 'light' }));
  const sent = () => fake.calls.filter(({ what }) => what === PUT).map(({ request }) => request?.body);
  expect(sent()).toEqual([{ theme: 'dark' }]);
  await fake.next(PUT).fail(refusal(500));
  expect(sent()).toEqual([{ theme: 'dark' }, { theme: 'light' }]);
});

test('AP-09.60 a choice that could not be saved says so', async () => {
  const { fake, act, state } = await start();
  await act(preferenceActions.chosen({ theme: 'dark' }));
  await fake.next(PUT).fail(refusal(500));
  expect(JSON.stringify(state().notice)).toContain('Your choice could not be saved. It holds in this browser.');
  expect(fake.calls.filter(({ what }) => what === SESSION)).toEqual([]);
});

test('AP-09.62 whether single keys are shortcuts is told by the account, and changed in it', async () => {
  const { fake, act, state } = await start({ keyboardShortcuts: false });
  expect(state().command.singleKeys).toBe(false);
  await act(commandActions.singleKeysToggled());
  expect(state().command.singleKeys).toBe(true);
  expect(fake.next(PUT).request?.body).toEqual({ keyboard_shortcuts_enabled: true });
});

import type { Action } from '../store/index.ts';
import { epicActions } from '../epic/index.ts';
import { initialState, reducePlanner } from '../planner.ts';
import { accessActions, selectUnsaved } from './index.ts';
import { tokenActions } from './tokens/index.ts';

const happen = (...actions: readonly Action[]) =>
  actions.reduce(
    (state, event) => reducePlanner(state, { ...event, meta: { origin: 'user', at: 0, id: 'k' } }),
    initialState(),
  );

test('RP-02.25 a pending mutation is unsaved', () => {
  const state = initialState();
  const moved = { id: 'i', type: 'tree/childMoved', payload: {}, at: 0, status: 'sent' as const };
  expect(selectUnsaved(state)).toBe(false);
  expect(selectUnsaved({ ...state, pending: [moved] })).toBe(true);
});

test('RP-02.25 a form is unsaved while it is sent, not while it is typed', () => {
  const typed = [
    epicActions.newEpicOpened({ groupPath: 'a' }),
    epicActions.newEpicTitleChanged({ title: 'sending' }),
  ] as const;
  expect(happen(...typed).epic.newEpic).toMatchObject({ title: 'sending', error: null });
  expect(selectUnsaved(happen(...typed))).toBe(false);
  expect(selectUnsaved(happen(...typed, epicActions.newEpicSubmitted()))).toBe(true);
});

const SECRET = { password: 'long enough', currentPassword: 'long before' };
const PLACE = { name: 'A', path: 'a' };

test.each<[Action, Action]>([
  [
    accessActions.signInSubmitted({ username: 'ada', ...SECRET }),
    accessActions.signInFailed({ text: 'Invalid login or password.' }),
  ],
  [accessActions.signOutSubmitted(), accessActions.signOutFailed({ text: 'No' })],
  [accessActions.passwordSubmitted(SECRET), accessActions.passwordFailed({ text: 'No' })],
  [
    accessActions.firstRunSubmitted({ group: PLACE, project: PLACE, user: { name: 'A', username: 'a', ...SECRET } }),
    accessActions.firstRunFailed({ text: 'No', fields: {} }),
  ],
  [
    tokenActions.submitted({ name: 'T', expiresAt: '2026-12-01', scope: 'api' }),
    tokenActions.refused({ text: 'No', fields: {} }),
  ],
])('RP-02.25 an access form is unsaved until it is answered: %j', (submitted, failed) => {
  expect([selectUnsaved(happen(submitted)), selectUnsaved(happen(submitted, failed))]).toEqual([true, false]);
});

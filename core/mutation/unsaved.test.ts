import type { Action } from '../store/index.ts';
import { epicActions } from '../epic/index.ts';
import { initialState, reducePlanner } from '../planner.ts';
import { selectUnsaved } from './index.ts';

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
  const typed = happen(
    epicActions.newEpicOpened({ groupPath: 'a' }),
    epicActions.newEpicTitleChanged({ title: 'sending' }),
  );
  expect(typed.epic.newEpic).toMatchObject({ title: 'sending', status: 'idle' });
  expect(selectUnsaved(typed)).toBe(false);
  const sent = { ...typed, epic: { ...typed.epic, newEpic: { ...typed.epic.newEpic, status: 'sending' as const } } };
  expect(selectUnsaved(sent)).toBe(true);
});

test.each([
  [{ tree: { flags: { buckets: [{ a: { sending: true } }] } } }, true],
  [{ link: { form: { submitting: true } } }, true],
  [{ epic: { deletion: { status: 'sending' } } }, true],
  [{ tree: { form: { submitting: false, error: 'sending' } }, epic: { page: { status: 'loading' } } }, false],
  [{ notice: [{ submitting: true }], confirmed: { items: { status: 'sending' } } }, false],
])('RP-02.25 what is on its way says so by its flags: %j', (parts, unsaved) => {
  expect(selectUnsaved({ pending: [], ...parts })).toBe(unsaved);
});

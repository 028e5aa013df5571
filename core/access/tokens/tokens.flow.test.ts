import { accessActions } from '../index.ts';
import { createPlanner } from '../../planner.ts';
import { checkLog, parseLog, printLog, record, redact, replay } from '../../replay/index.ts';
import { FakePorts, refusal, settle, UNREACHABLE } from '../../testing/index.ts';
import { ModelServer } from '../../../sim/server/index.ts';
import { selectRevoking, selectTokenList, selectTokens, tokenActions, tokensSaga } from './index.ts';

const LIST = 'GET /api/v4/personal_access_tokens';
const MAKE = 'POST /api/v4/user/personal_access_tokens';
const REVOKE = 'DELETE /api/v4/personal_access_tokens/4';
const UNREACHABLE_TEXT = 'The server could not be reached. Check your connection and try again.';
const SCRIPT = { name: 'Nightly report', expiresAt: '2026-12-01', scope: 'read_api' } as const;

/** The page, opened by ada. `scripted`: the test answers; otherwise the model server does. */
async function page({ scripted = false } = {}) {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  server.world.addUser({ username: 'ada' });
  server.signInAs('ada');
  const recording = record({ hashEvery: 1 });
  const rest = scripted ? fake.ports.rest : server.rest;
  const planner = createPlanner(
    { ...fake.ports, graphql: server.graphql, rest },
    { middleware: [recording.middleware] },
  );
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  planner.watch('tokens', tokensSaga);
  if (!scripted) await act(accessActions.sessionRequested());
  await act(tokenActions.opened());
  const state = () => {
    const root = planner.store.getState();
    const { status, error } = selectTokenList(root);
    return { ...selectTokens(root), status, error, revoking: selectRevoking(root) };
  };
  return { fake, server, planner, recording, act, state, names: () => state().tokens.map(({ name }) => name) };
}

const json = (id: number, change: object = {}) => ({
  id,
  name: `T${id}`,
  scopes: ['api'],
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  expires_at: '2026-12-01',
  active: true,
  ...change,
});

test('RP-02.129 all of one’s tokens are listed, page by page, and expired ones are known as such', async () => {
  const app = await page({ scripted: true });
  expect(app.state().status).toBe('loading');
  expect(app.fake.next(LIST).request?.query).toEqual({ revoked: false, per_page: 100, page: '1' });
  await app.fake.next(LIST).answer([json(3), json(2, { active: false })], { 'x-next-page': '2' });
  expect(app.state().status).toBe('loading');
  expect(app.fake.next(LIST).request?.query).toMatchObject({ page: '2' });
  await app.fake.next(LIST).answer([json(1, { scopes: ['read_api', 'sudo'] }), null, 'text'], { 'x-next-page': '' });
  expect(app.state().tokens.map(({ id, active, scopes }) => [id, active, scopes])).toEqual([
    ['3', true, ['api']],
    ['2', false, ['api']],
    ['1', true, ['read_api']],
  ]);
  expect(app.state().today).toBe(app.fake.clock.today());
});

test('RP-02.129 a list that cannot be read says why and can be asked for again; the latest question wins', async () => {
  const app = await page({ scripted: true });
  await app.fake.next(LIST).fail(refusal(500));
  expect(app.state()).toMatchObject({ status: 'failed', error: 'Something went wrong while fetching your tokens.' });
  await app.act(tokenActions.retried());
  const early = app.fake.next(LIST);
  await app.act(tokenActions.retried());
  await early.answer([]);
  await app.fake.next(LIST).answer([json(7)]);
  expect([app.state().status, app.names()]).toEqual(['ready', ['T7']]);
});

test('RP-02.130 a token is made once, stands at the top of the list, and its secret is shown', async () => {
  const app = await page();
  await app.act(tokenActions.submitted({ ...SCRIPT, name: ' First ' }));
  await app.act(tokenActions.submitted(SCRIPT), tokenActions.submitted(SCRIPT));
  expect(app.names()).toEqual(['Nightly report', 'First']);
  expect(app.state().tokens[0]).toMatchObject({ scopes: ['read_api'], expiresAt: '2026-12-01', active: true });
  expect(app.state().form).toEqual({ status: 'idle', error: null, fields: {}, made: 2 });
  expect(app.fake.ports.secrets?.shown()).toEqual({
    of: app.state().tokens[0]?.id,
    secret: `glpat-secret-of-${app.state().tokens[0]?.id}`,
  });
});

test('RP-02.130 nothing is sent with a fault, and what the server refuses is said in its words', async () => {
  const app = await page({ scripted: true });
  await app.act(tokenActions.submitted({ ...SCRIPT, name: ' ', expiresAt: '' }));
  expect(app.fake.waiting(MAKE)).toEqual([]);
  expect(app.state().form).toMatchObject({
    status: 'failed',
    error: null,
    fields: { name: "can't be blank", expiresAt: 'must be a day' },
  });
  await app.act(tokenActions.submitted(SCRIPT));
  expect(app.state().form).toMatchObject({ status: 'sending', fields: {} });
  await app.fake.next(MAKE).fail(refusal(400, 'Expiration date must be after today'));
  expect(app.state().form).toMatchObject({ status: 'failed', error: 'Expiration date must be after today' });
  // It was decided: nothing is to be read anew for it, but what began before is.
  expect(app.fake.waiting(LIST)).toHaveLength(1);
});

test('RP-02.131 the secret of a token is in no state, no action, no log, redacted or not, and in no storage', async () => {
  const app = await page();
  await app.act(tokenActions.submitted(SCRIPT), tokenActions.revocationAsked({ id: '1' }));
  const secret = app.fake.ports.secrets?.shown()?.secret ?? '';
  expect(secret).toMatch(/^glpat-/);
  await app.act(tokenActions.retried());
  app.recording.stop();
  const log = app.recording.log();
  for (const text of [
    JSON.stringify(app.planner.store.getState()),
    printLog(log),
    printLog(redact(log)),
    JSON.stringify([...app.fake.stored, ...app.fake.baked, app.fake.logged]),
  ]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('glpat-');
  }
  expect(printLog(log)).toContain('Nightly report');
  expect(printLog(redact(log))).not.toContain('Nightly');
  // No key: the server would keep the answer under it.
  expect(app.server.calls.find(({ what }) => what === MAKE)?.idempotencyKey).toBeUndefined();
  app.fake.ports.secrets?.forget();
  expect(app.fake.ports.secrets?.shown()).toBeNull();
});

test('RP-02.131 a redacted log keeps scopes and days, and the log of a session replays', async () => {
  const app = await page();
  await app.act(tokenActions.submitted(SCRIPT));
  app.recording.stop();
  const redacted = redact(app.recording.log());
  const { state, mismatch } = replay(parseLog(printLog(redacted)));
  expect(mismatch).toBeNull();
  expect(selectTokens(state).tokens[0]).toMatchObject({
    scopes: ['read_api'],
    expiresAt: '2026-12-01',
    active: true,
  });
  expect(checkLog(redacted).faults).toEqual([]);
});

test('RP-02.132 where no answer came that is said, and the list is read again', async () => {
  const app = await page();
  app.server.fault({ kind: 'lose', match: MAKE, when: 'afterCommit' });
  await app.act(tokenActions.submitted(SCRIPT));
  await app.fake.clock.advance(60_000);
  expect(app.state().form).toMatchObject({ status: 'failed', error: UNREACHABLE_TEXT });
  expect(app.names()).toEqual(['Nightly report']);
  expect(app.fake.ports.secrets?.shown()).toBeNull();
});

test('RP-02.132 an answer without a token is a fault, and a list that began before is read again', async () => {
  const app = await page({ scripted: true });
  const before = app.fake.next(LIST);
  await app.act(tokenActions.submitted(SCRIPT));
  await app.fake.next(MAKE).answer({ message: 'proxied' });
  expect(app.state().form).toMatchObject({ status: 'failed', error: 'Something went wrong on our end.' });
  await before.answer([json(1)]);
  await app.fake.next(LIST).answer([json(2), json(1)]);
  expect(app.names()).toEqual(['T2', 'T1']);
});

test('RP-02.129 what a list says that began before a token was made is not taken in: it is read again', async () => {
  const app = await page({ scripted: true });
  const before = app.fake.next(LIST);
  await app.act(tokenActions.submitted(SCRIPT));
  await app.fake.next(MAKE).answer({ ...json(2), token: 'glpat-x' });
  await before.answer([json(1)]);
  expect([app.state().status, app.names()]).toEqual(['loading', ['T2']]);
  await app.fake.next(LIST).fail(UNREACHABLE);
  expect(app.state()).toMatchObject({ status: 'failed', error: UNREACHABLE_TEXT });
});

test('RP-02.133 a token is revoked after a question; it is gone where the server knows it no more', async () => {
  const app = await page();
  await app.act(tokenActions.submitted(SCRIPT), tokenActions.submitted(SCRIPT));
  const { id = '' } = app.state().tokens[0] ?? {};
  await app.act(tokenActions.revocationAsked({ id }), tokenActions.revocationCancelled());
  await app.act(tokenActions.revocationConfirmed());
  expect(app.names()).toEqual(['Nightly report']);
  await app.act(tokenActions.revocationAsked({ id }), tokenActions.revocationConfirmed());
  expect([app.names(), app.state().revocation.id]).toEqual([[], null]);
  expect(app.server.world.tokens.get(Number(id))?.revoked).toBe(true);
});

test('RP-02.133 a failure says why in the question, and can be tried again', async () => {
  const app = await page({ scripted: true });
  await app.fake.next(LIST).answer([json(4)]);
  await app.act(tokenActions.revocationAsked({ id: '4' }), tokenActions.revocationConfirmed());
  // While it is on its way, nothing else is asked about.
  await app.act(tokenActions.revocationCancelled(), tokenActions.revocationAsked({ id: '5' }));
  expect(app.state()).toMatchObject({ revoking: true, revocation: { id: '4', error: null } });
  await app.fake.next(REVOKE).fail(refusal(500));
  const text = 'Something went wrong while revoking the token.';
  expect(app.state()).toMatchObject({ revoking: false, revocation: { id: '4', error: text } });
  await app.act(tokenActions.revocationConfirmed());
  await app.fake.next(REVOKE).fail(refusal(404));
  expect([app.names(), app.state().revocation.id]).toEqual([[], null]);
});

test('RP-02.133 where no answer came the same is sent again under its key', async () => {
  const app = await page({ scripted: true });
  await app.fake.next(LIST).answer([json(4)]);
  await app.act(tokenActions.revocationAsked({ id: '4' }), tokenActions.revocationConfirmed());
  const first = app.fake.next(REVOKE);
  await first.fail(UNREACHABLE);
  expect(app.state().revoking).toBe(true);
  await app.fake.clock.advance(1000);
  const again = app.fake.next(REVOKE);
  expect(again.idempotencyKey).toBe(first.idempotencyKey);
  await again.answer(null);
  expect(app.names()).toEqual([]);
});

test('RP-02.133 the failure of one whose question is gone is an alert', async () => {
  const app = await page({ scripted: true });
  await app.fake.next(LIST).answer([json(4)]);
  await app.act(tokenActions.revocationAsked({ id: '4' }), tokenActions.revocationConfirmed(), tokenActions.opened());
  await app.fake.next(REVOKE).fail(refusal(400, 'Not now'));
  expect(app.planner.store.getState().notice).toMatchObject([{ text: 'Not now' }]);
});

test('RP-02.109 a restarted watcher says of a token that was being made that it failed, and reads the list', async () => {
  const app = await page({ scripted: true });
  await app.act(tokenActions.submitted(SCRIPT));
  // The port breaks its promise, which no watcher survives.
  await app.fake.next(MAKE).fail('broken' as never);
  expect(app.state()).toMatchObject({
    status: 'loading',
    form: { status: 'failed', error: 'Something went wrong on our end.' },
  });
  await app.fake.next(LIST).answer([json(4)]);
  expect(app.names()).toEqual(['T4']);
});

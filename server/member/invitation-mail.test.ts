import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { createApp } from '../app.ts';
import type { MailInvitation } from '../command/job.ts';
import { readConfig } from '../config.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { makeSignInLink } from '../auth/sign-in-link.ts';
import { openMailer } from '../jobs/mailer.ts';
import { openJobs, sendJobs } from '../jobs/queue.ts';
import type { Json } from '../graphql/testing.ts';
import { mailInvitation } from './invitation-mail.ts';

/** A mail server of the machine. It refuses the address `never@x.org`, and, while `down` says so, everything for a while. */
interface Received {
  readonly to: string[];
  readonly text: string;
}

let database: TestDatabase;
let smtp: SMTPServer;
let port: number;
let tiny: TinyData;
let received: Received[];
let down: boolean;
let errors: unknown[];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = address === 'never@x.org' ? 550 : down ? 450 : 0;
      done(code === 0 ? null : Object.assign(new Error('not taken'), { responseCode: code }));
    },
    onData: (stream, { envelope }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  port = (smtp.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await database.close();
});
beforeEach(async () => {
  await database.reset();
  tiny = await seedTiny(database.db);
  [received, errors, down] = [[], [], false];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const NOW = '2026-11-21T12:00:00.000Z';
/** When mails are sent. */
const LATER = '2099-11-21T12:00:00.000Z';
const ENV = () => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'plan@example.org',
  PUBLIC_URL: 'https://p.example',
});

/** Invites over the wire of a server with mail. */
async function invite(email: string): Promise<Json> {
  const app = await createApp({ database, config: readConfig(ENV()), now: () => new Date(NOW) });
  stops.push(async () => void (await app.close()));
  const token = await makeSignInLink(database.db, tiny.users.plan, NOW);
  const signedIn = await app.inject({ method: 'POST', url: '/-/sign-in', payload: { token } });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const { csrfToken } = (await app.inject({ url: '/-/session.json', headers: { cookie } })).json<Json>();
  const headers = { cookie, 'x-csrf-token': String(csrfToken) };
  const url = '/api/v4/groups/acme%2Fweb/invitations';
  const made = await app.inject({ method: 'POST', url, headers, payload: { email, access_level: 30 } });
  const listed = await app.inject({ url, headers });
  // What is sent later is later than the clock of the machine, which jobs go by.
  await database.db.updateTable('invitations').set({ lapses_on: '2100-01-01' }).execute();
  return { made: made.json<Json>(), listed: listed.json<Json>() };
}

/** A server that does jobs until no mail is left that is to be sent now. */
async function work(): Promise<void> {
  const mailer = openMailer(readConfig(ENV()).mail ?? { smtpUrl: '', from: '' });
  const onError = (error: unknown): void => void errors.push(error);
  const sending = { db: database.unhurried, mailer, now: () => LATER, onError };
  const run = (tx: Parameters<typeof mailInvitation>[0], job: object) =>
    mailInvitation(tx, job as MailInvitation, sending);
  const stop = await openJobs(database, run, onError);
  // As unhurried as the jobs, which give way to everything else.
  const due = () =>
    sql`SELECT FROM espalier_jobs.job WHERE state < 'completed' AND start_after <= now() AND data ->> 'kind' = 'mailInvitation'`.execute(
      database.unhurried,
    );
  while ((await due()).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await stop();
}

const waiting = async () =>
  (await database.db.selectFrom('invitations').select(['email', 'mailed_at']).execute()).map(
    ({ email, mailed_at }) => `${email} ${mailed_at === null ? 'unsent' : 'sent'}`,
  );
/** The attempts that are still to be made, and from when on. */
const left = async () => {
  const { rows } = await sql<{ told: string }>`
    SELECT (data ->> 'attempt') || coalesce(' from ' || (data ->> 'notBefore'), '') AS told FROM espalier_jobs.job
    WHERE state = 'created' AND data ->> 'kind' = 'mailInvitation'`.execute(database.db);
  return rows.map(({ told }) => told);
};
/** Time goes by. */
const wait = () =>
  sql`UPDATE espalier_jobs.job SET start_after = now() WHERE data ->> 'kind' = 'mailInvitation'`.execute(database.db);

test('BD-05.75 where mail is configured the link goes by mail, once, and is not told', async () => {
  const { made, listed } = await invite('new@x.org,two@x.org');
  expect(made).toEqual({ status: 'success' });
  expect(JSON.stringify(listed)).not.toContain('invite_link');
  await database.db.deleteFrom('invitations').where('email', '=', 'two@x.org').execute();
  await work();
  expect(received.map(({ to }) => to)).toEqual([['new@x.org']]);
  const [{ token = '', id = 0 } = {}] = await database.db.selectFrom('invitations').selectAll().execute();
  const text = received[0]?.text.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
  expect(text).toContain(`https://p.example/-/invites/${token}`);
  expect(text).toMatch(/^Subject: plan invites you to Acme \/ Web\r$/m);
  expect(text).toMatch(/^From: Espalier <plan@example\.org>\r$/m);
  expect(text).toContain('plan (@plan) invites you to the group Acme / Web as Developer.');
  expect(text).toContain('It holds until 2100-01-01.');
  expect(await waiting()).toEqual(['new@x.org sent']);
  // The same job once more, as of a process that was gone before it said that it was done.
  await sendJobs(database.db, [{ kind: 'mailInvitation', id, baseUrl: 'https://p.example', attempt: 1 }]);
  await work();
  expect([received.length, errors]).toEqual([1, []]);
});

test('BD-05.75 what the mail server does not take is sent later', async () => {
  down = true;
  await invite('new@x.org');
  await work();
  expect([received, errors.length, await waiting(), await left()]).toEqual([
    [],
    1,
    ['new@x.org unsent'],
    ['2 from 2099-11-21T12:00:05.000Z'],
  ]);
  await wait();
  await work();
  expect([received, errors.length, await left()]).toEqual([[], 2, ['3 from 2099-11-21T12:00:10.000Z']]);
  down = false;
  await wait();
  await work();
  expect([received.length, errors.length, await waiting(), await left()]).toEqual([1, 2, ['new@x.org sent'], []]);
});

test('BD-05.75 a mail that is refused for good is not tried again', async () => {
  await invite('never@x.org');
  await work();
  expect([received, errors.length, await waiting(), await left()]).toEqual([[], 1, ['never@x.org unsent'], []]);
  // For the log, which holds no address.
  expect(String(errors[0])).toBe('MailError: The mail server has not taken a mail: EENVELOPE 550');
});

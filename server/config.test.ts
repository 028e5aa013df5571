import { readFileSync } from 'node:fs';
import { featuresBut } from '@espalier/core/access';
import { ConfigError, readConfig, usableAddress } from './config.ts';
import { VERSION } from './version.ts';

test('what is not set has its default', () => {
  const features = featuresBut([]);
  const place = { port: 3000, host: '127.0.0.1', dataDir: './data', databaseUrl: undefined, seed: 'demo' };
  const operation = {
    publicUrl: undefined,
    trustedProxies: ['loopback'],
    logLevel: undefined,
    metricsToken: undefined,
    oidc: undefined,
    mail: undefined,
    statementTimeoutMs: 10_000,
    readUrls: [],
  };
  expect(readConfig({})).toMatchObject({ ...place, features, ...operation });
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_READ_URL', 'SEED', 'FEATURES_OFF'];
  const more = [
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'STATEMENT_TIMEOUT',
    'SMTP_URL',
    'MAIL_FROM',
  ];
  expect(readConfig(Object.fromEntries([...names, ...more].map((name) => [name, ''])))).toEqual(readConfig({}));
});

test('what is set is taken', () => {
  const env = { PORT: '0', HOST: '::', DATA_DIR: '/d', DATABASE_URL: 'postgres://u:p@h:5432/db', SEED: 'none' };
  const database = { databaseUrl: env.DATABASE_URL, seed: 'none', features: featuresBut([]) };
  expect(readConfig(env)).toMatchObject({ port: 0, host: '::', dataDir: '/d', ...database });
});

test('AP-09.80 a provider of OpenID Connect is set by its address, a client and its secret, and no secret is repeated', () => {
  const PUBLIC_URL = 'https://plan.example.org';
  const OIDC_ISSUER = 'https://id.example.org/realms/acme';
  const all = { PUBLIC_URL, OIDC_ISSUER, OIDC_CLIENT_ID: 'plan', OIDC_CLIENT_SECRET: 's3cret' };
  const defaults = {
    label: 'OpenID Connect',
    scopes: 'openid profile email',
    createsUsers: false,
    domains: [],
    groups: [],
  };
  const client = { issuer: OIDC_ISSUER, clientId: 'plan', clientSecret: 's3cret' };
  expect(readConfig(all).oidc).toEqual({ ...client, ...defaults });
  const more = { OIDC_LABEL: 'Acme ID', OIDC_SCOPES: 'openid email groups', OIDC_CREATE_USERS: 'true' };
  const lists = { OIDC_DOMAINS: 'Example.com, example.org', OIDC_GROUPS: 'planners,Team A' };
  expect(readConfig({ ...all, ...more, ...lists }).oidc).toEqual({
    ...client,
    ...{ label: 'Acme ID', scopes: 'openid email groups', createsUsers: true },
    ...{ domains: ['example.com', 'example.org'], groups: ['planners', 'Team A'] },
  });
  expect(readConfig({ ...all, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc?.issuer).toBe('http://127.0.0.1:4000');
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ OIDC_ISSUER: '' }, /^OIDC_CLIENT_ID is about the provider of OIDC_ISSUER, which is not set\.$/],
    [{ OIDC_ISSUER: 'http://id.example.org' }, /^OIDC_ISSUER must be the https address of a provider/],
    [{ OIDC_ISSUER: 'id.example.org' }, /^OIDC_ISSUER must be the https address of a provider/],
    [{ OIDC_ISSUER: `${OIDC_ISSUER}?a=b` }, /^OIDC_ISSUER must be the https address of a provider/],
    [{ OIDC_CLIENT_ID: '' }, /^OIDC_ISSUER needs OIDC_CLIENT_ID, which its provider gives out\.$/],
    [{ OIDC_CLIENT_SECRET: '' }, /^OIDC_ISSUER needs OIDC_CLIENT_SECRET, which its provider gives out\.$/],
    [{ PUBLIC_URL: '' }, /^OIDC_ISSUER needs PUBLIC_URL/],
    [{ OIDC_SCOPES: 'profile email' }, /^OIDC_SCOPES must be names with blanks between them, openid among them/],
    [{ OIDC_CREATE_USERS: 'yes' }, /^OIDC_CREATE_USERS must be "true" or "false", not "yes"\.$/],
    [{ OIDC_LABEL: 'x'.repeat(41) }, /^OIDC_LABEL must have at most 40 characters\.$/],
    [{ OIDC_DOMAINS: '@example.org' }, /^OIDC_DOMAINS takes domains such as example\.org/],
  ];
  for (const [env, message] of wrong) {
    expect(() => readConfig({ ...all, ...env })).toThrow(message);
    expect(() => readConfig({ ...all, ...env })).not.toThrow(/s3cret/);
  }
});

test('BD-05.75 mail goes by an address of SMTP and has a sender; neither has a secret that is repeated', () => {
  const from = { MAIL_FROM: 'plan@example.org' };
  const smtpUrl = 'smtps://u:secret@mail.example.org';
  const PUBLIC_URL = 'https://plan.example.org';
  expect(readConfig({ ...from, SMTP_URL: smtpUrl, PUBLIC_URL }).mail).toEqual({ smtpUrl, from: from.MAIL_FROM });
  expect(() => readConfig({ ...from, SMTP_URL: smtpUrl })).toThrow(
    new ConfigError('SMTP_URL needs PUBLIC_URL, which the links in mails begin with.'),
  );
  expect(() => readConfig(from)).toThrow(/^MAIL_FROM is the sender of mail that goes by SMTP_URL, which is not set\.$/);
  for (const url of ['http://u:secret@h', 'smtp://', 'smtp://h/secret', 'smtp://h:99999'])
    expect(() => readConfig({ ...from, SMTP_URL: url })).toThrow(
      new ConfigError('SMTP_URL must be of the form smtp://user:password@host:587 or smtps://user:password@host.'),
    );
  for (const wrong of ['', 'plan', 'Plan <plan@example.org>'])
    expect(() => readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: wrong })).toThrow(
      new ConfigError('MAIL_FROM must be the address that mail comes from, such as plan@example.org.'),
    );
});

test('AP-06.60 replicas are named with commas, of a database that is named too', () => {
  const primary = { DATABASE_URL: 'postgres://u:p@h:5432/db' };
  const two = 'postgres://u:p@r1/db, postgresql://u:p@r2:5433/db ,';
  expect(readConfig({ ...primary, DATABASE_READ_URL: two }).readUrls).toEqual([
    'postgres://u:p@r1/db',
    'postgresql://u:p@r2:5433/db',
  ]);
  const secret = 'http://u:secret@r1/db';
  expect(() => readConfig({ ...primary, DATABASE_READ_URL: secret })).toThrow(
    new ConfigError(
      'DATABASE_READ_URL must be of the form postgres://user:password@host:port/database, several with commas between them.',
    ),
  );
  expect(() => readConfig({ ...primary, DATABASE_READ_URL: 'postgres://a@r1/db,postgres://b@r1/db' })).toThrow(
    new ConfigError('DATABASE_READ_URL names the same host and port twice.'),
  );
  expect(() => readConfig({ DATABASE_READ_URL: 'postgres://u:p@r1/db' })).toThrow(
    new ConfigError('DATABASE_READ_URL names replicas of the database of DATABASE_URL, which is not set.'),
  );
});

test('RP-02.401 what concerns its operation is taken', () => {
  const env = { PUBLIC_URL: 'https://plan.example.org/', LOG_LEVEL: 'warn', METRICS_TOKEN: 'x'.repeat(16) };
  expect(readConfig({ ...env, TRUSTED_PROXIES: ' loopback, 10.0.0.0/8,2001:db8::1 ' })).toMatchObject({
    publicUrl: 'https://plan.example.org',
    logLevel: 'warn',
    metricsToken: 'x'.repeat(16),
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::1'],
  });
  expect(readConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  expect(readConfig({ PUBLIC_URL: 'http://[::1]:8080' }).publicUrl).toBe('http://[::1]:8080');
});

test('BD-06.4 how long a trial is that Owners start: 30 days unless said otherwise, 0 for none', () => {
  expect(['', undefined, '14', '0'].map((TRIAL_DAYS) => readConfig({ TRIAL_DAYS }).trialDays)).toEqual([30, 30, 14, 0]);
  for (const TRIAL_DAYS of ['-1', '3651', 'x', '1.5'])
    expect(() => readConfig({ TRIAL_DAYS })).toThrow(
      new ConfigError(`TRIAL_DAYS must be a number from 0 to 3650, not "${TRIAL_DAYS}".`),
    );
});

test('EP-16.2 features are switched off by name, the others are on', () => {
  const on = { epicColorHighlight: true, workItemsMvc: true, workItemsMvc2: true, iterations: true };
  expect(readConfig({}).features).toEqual(on);
  expect(readConfig({ FEATURES_OFF: ' epicColorHighlight, iterations,' }).features).toEqual({
    ...on,
    epicColorHighlight: false,
    iterations: false,
  });
});

test('AP-06.31 the limit of a statement is given in seconds', () => {
  expect(readConfig({ STATEMENT_TIMEOUT: '30' }).statementTimeoutMs).toBe(30_000);
  expect(readConfig({ STATEMENT_TIMEOUT: '0.25' }).statementTimeoutMs).toBe(250);
});

test.each([
  { PORT: 'x' },
  { PORT: '-1' },
  { PORT: '65536' },
  { PORT: '80.5' },
  { PORT: '1e3' },
  { HOST: 'a b' },
  { HOST: 'http://x' },
  { DATABASE_URL: 'mysql://x' },
  { DATABASE_URL: 'postgres' },
  { SEED: 'yes' },
  { FEATURES_OFF: 'colour' },
  { PUBLIC_URL: 'plan.example.org' },
  { PUBLIC_URL: 'ftp://plan.example.org' },
  { PUBLIC_URL: 'https://plan.example.org/espalier' },
  { PUBLIC_URL: 'https://plan.example.org/?a' },
  { PUBLIC_URL: 'https://me:secret@plan.example.org' },
  { TRUSTED_PROXIES: 'proxy.example.org' },
  { TRUSTED_PROXIES: '10.0.0.0/33' },
  { TRUSTED_PROXIES: '10.0.0.1/8/8' },
  { TRUSTED_PROXIES: 'loopback none' },
  { LOG_LEVEL: 'loud' },
  { LOG_LEVEL: 'INFO' },
  { METRICS_TOKEN: 'short' },
  { METRICS_TOKEN: 'a token of several words' },
  { STATEMENT_TIMEOUT: '0' },
  { STATEMENT_TIMEOUT: '10s' },
  { STATEMENT_TIMEOUT: '1e3' },
  { STATEMENT_TIMEOUT: '3601' },
])('nonsense is refused by name: %j', (env) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(Object.keys(env)[0]);
});

test('the printed address can be opened', () => {
  expect(usableAddress('0.0.0.0', 3000)).toBe('http://127.0.0.1:3000');
  expect(usableAddress('::', 3000)).toBe('http://[::1]:3000');
  expect(usableAddress('localhost', 80)).toBe('http://localhost:80');
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
});

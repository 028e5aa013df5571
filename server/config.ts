import { isIP } from 'node:net';
import { FEATURES, type Feature, type Features, featuresBut, isFeature } from '@espalier/core/access';
import { MOST_TRIAL_DAYS, TRIAL_DAYS } from '@espalier/core/manage/rules';
import { isTrustWord } from './trust.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  readonly smtpUrl: string;
  /** The address that all mail comes from. */
  readonly from: string;
}

/** A provider of OpenID Connect by which people sign in, beside passwords. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** "Sign in with …" */
  readonly label: string;
  /** With blanks between them. */
  readonly scopes: string;
  /** Who has no account gets one. */
  readonly createsUsers: boolean;
  /** Domains of addresses, and groups at the provider, one of which somebody has to have; empty: no matter which. */
  readonly domains: readonly string[];
  readonly groups: readonly string[];
}

/** What the environment says. Read once, at the start; everything else gets it as an argument. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL to use in place of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Its streaming replicas, which are read from. */
  readonly readUrls: readonly string[];
  /** What an empty database is filled with. */
  readonly seed: 'demo' | 'none';
  /** A statement of a request that runs longer is ended by a PostgreSQL. Milliseconds. */
  readonly statementTimeoutMs: number;
  /** What of the product is switched on (EP-16). */
  readonly features: Features;
  /** `https://plan.example.org`: how people address this server, whatever a request says; undefined: as the request says. */
  readonly publicUrl: string | undefined;
  /** Whose `X-Forwarded-…` and `X-Request-Id` are believed: names (`loopback`), addresses, ranges. */
  readonly trustedProxies: readonly string[];
  /** undefined: `info`, at a terminal `warn`. */
  readonly logLevel: LogLevel | undefined;
  /** How mail is sent; undefined: none is. */
  readonly mail: MailSettings | undefined;
  /** Who brings it may read the metrics; without one, who asks on the machine itself. */
  readonly metricsToken: string | undefined;
  /** BD-06.4: how long the trial is that Owners of a group start; 0: they start none. */
  readonly trialDays: number;
  /** undefined: people sign in by password only. */
  readonly oidc: OidcSettings | undefined;
}

/** A setting that makes no sense. The message is for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the settings (docs/operating.md lists them with their defaults). Throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return {
    port: readPort(env.PORT),
    host: readHost(env.HOST),
    dataDir: readDataDir(env.DATA_DIR),
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    readUrls: readReadUrls(env.DATABASE_READ_URL, env.DATABASE_URL),
    seed: readSeed(env.SEED),
    statementTimeoutMs: readStatementTimeout(env.STATEMENT_TIMEOUT),
    features: featuresBut(readFeatures(env.FEATURES_OFF)),
    publicUrl: readPublicUrl(env.PUBLIC_URL),
    trustedProxies: readTrustedProxies(env.TRUSTED_PROXIES),
    logLevel: readLogLevel(env.LOG_LEVEL),
    mail: readMail(env.SMTP_URL, env.MAIL_FROM, env.PUBLIC_URL),
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    trialDays: readTrialDays(env.TRIAL_DAYS),
    oidc: readOidc(env),
  };
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port >= 0 && port <= 65535) return port;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function readHost(text: string | undefined): string {
  if (text === undefined || text === '') return '127.0.0.1';
  if (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  throw new ConfigError(`HOST must be an address or a host name, not "${text}".`);
}

function readDataDir(text: string | undefined): string {
  if (text === undefined || text === '') return './data';
  if (!text.includes('\0')) return text;
  throw new ConfigError('DATA_DIR must be the path of a directory.');
}

const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (isPostgresUrl(text)) return text;
  throw new ConfigError('DATABASE_URL must be of the form postgres://user:password@host:port/database.');
}

/** AP-06.60. The messages repeat no address: it holds a password. */
function readReadUrls(text: string | undefined, primary: string | undefined): readonly string[] {
  const urls = (text ?? '').split(',').flatMap((url) => url.trim() || []);
  if (urls.length === 0) return [];
  if (primary === undefined || primary === '')
    throw new ConfigError('DATABASE_READ_URL names replicas of the database of DATABASE_URL, which is not set.');
  if (!urls.every(isPostgresUrl))
    throw new ConfigError(
      'DATABASE_READ_URL must be of the form postgres://user:password@host:port/database, several with commas between them.',
    );
  if (new Set(urls.map((url) => new URL(url).host)).size < urls.length)
    throw new ConfigError('DATABASE_READ_URL names the same host and port twice.');
  return urls;
}

function readSeed(text: string | undefined): 'demo' | 'none' {
  if (text === undefined || text === '' || text === 'demo') return 'demo';
  if (text === 'none') return 'none';
  throw new ConfigError(`SEED must be "demo" or "none", not "${text}".`);
}

/** AP-06.31: seconds, with a fraction if need be. */
function readStatementTimeout(text: string | undefined): number {
  if (text === undefined || text === '') return 10_000;
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  if (seconds >= 0.1 && seconds <= 3600) return Math.round(seconds * 1000);
  throw new ConfigError(`STATEMENT_TIMEOUT must be a number of seconds from 0.1 to 3600, not "${text}".`);
}

/** EP-16.2: the features that this server goes without. */
function readFeatures(text: string | undefined): readonly Feature[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return names.flatMap((name) => {
    if (name === '') return [];
    if (isFeature(name)) return [name];
    throw new ConfigError(
      `FEATURES_OFF names features (${FEATURES.join(', ')}), with commas between them, not "${name}".`,
    );
  });
}

/** An origin and nothing else: the product's addresses begin at the root of its host. */
function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (plain) return url.origin;
  throw new ConfigError(
    `PUBLIC_URL must be the address of the server without a path, such as https://plan.example.org, not "${text}".`,
  );
}

function readTrustedProxies(text: string | undefined): readonly string[] {
  if (text === undefined || text.trim() === '') return ['loopback'];
  if (text.trim() === 'none') return [];
  const words = text.split(',').flatMap((word) => word.trim() || []);
  const wrong = words.find((word) => !isTrustWord(word));
  if (wrong === undefined) return words;
  throw new ConfigError(
    `TRUSTED_PROXIES takes loopback, linklocal, uniquelocal, addresses and ranges (10.0.0.0/8), with commas between them, or none; not "${wrong}".`,
  );
}

function readLogLevel(text: string | undefined): LogLevel | undefined {
  if (text === undefined || text === '') return undefined;
  const level = LOG_LEVELS.find((name) => name === text);
  if (level !== undefined) return level;
  throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
}

/** BD-05.75. The messages do not repeat the address: it holds a password. */
function readMail(url = '', from = '', publicUrl = ''): MailSettings | undefined {
  if (url === '' && from === '') return undefined;
  if (url === '') throw new ConfigError('MAIL_FROM is the sender of mail that goes by SMTP_URL, which is not set.');
  if (!/^smtps?:\/\/[^/?#]+\/?$/.test(url) || !URL.canParse(url))
    throw new ConfigError('SMTP_URL must be of the form smtp://user:password@host:587 or smtps://user:password@host.');
  if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(from))
    throw new ConfigError('MAIL_FROM must be the address that mail comes from, such as plan@example.org.');
  // Otherwise who invites chose the host of the link by a header.
  if (publicUrl === '') throw new ConfigError('SMTP_URL needs PUBLIC_URL, which the links in mails begin with.');
  return { smtpUrl: url, from };
}

function readTrialDays(text = ''): number {
  if (text === '') return TRIAL_DAYS;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (days <= MOST_TRIAL_DAYS) return days;
  throw new ConfigError(`TRIAL_DAYS must be a number from 0 to ${MOST_TRIAL_DAYS}, not "${text}".`);
}

/** The message does not repeat it: what ends a start is often written down. */
function readMetricsToken(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  throw new ConfigError('METRICS_TOKEN must have 16 to 256 characters of ASCII without blanks.');
}

const OIDC_REST = ['CLIENT_ID', 'CLIENT_SECRET', 'LABEL', 'SCOPES', 'CREATE_USERS', 'DOMAINS', 'GROUPS'] as const;

/** AP-09.80. The messages do not repeat the secret. */
function readOidc(env: Readonly<Record<string, string | undefined>>): OidcSettings | undefined {
  const text = (name: string): string => env[`OIDC_${name}`]?.trim() ?? '';
  const issuer = text('ISSUER');
  if (issuer === '') {
    const alone = OIDC_REST.find((name) => text(name) !== '');
    if (alone === undefined) return undefined;
    throw new ConfigError(`OIDC_${alone} is about the provider of OIDC_ISSUER, which is not set.`);
  }
  if (!isIssuer(issuer))
    throw new ConfigError(
      `OIDC_ISSUER must be the https address of a provider, such as https://id.example.org (http on this machine only), not "${issuer}".`,
    );
  for (const name of ['CLIENT_ID', 'CLIENT_SECRET'] as const)
    if (text(name) === '') throw new ConfigError(`OIDC_ISSUER needs OIDC_${name}, which its provider gives out.`);
  // Otherwise who signs in chose by a header where the provider sends them.
  if ((env.PUBLIC_URL ?? '') === '')
    throw new ConfigError('OIDC_ISSUER needs PUBLIC_URL, which the address begins with that its provider returns to.');
  const scopes = text('SCOPES') || 'openid profile email';
  if (!/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(scopes) || !scopes.split(' ').includes('openid'))
    throw new ConfigError(`OIDC_SCOPES must be names with blanks between them, openid among them, not "${scopes}".`);
  const creates = text('CREATE_USERS');
  if (!['', 'true', 'false'].includes(creates))
    throw new ConfigError(`OIDC_CREATE_USERS must be "true" or "false", not "${creates}".`);
  const label = text('LABEL') || 'OpenID Connect';
  if (label.length > 40) throw new ConfigError('OIDC_LABEL must have at most 40 characters.');
  const names = (list: string): readonly string[] => list.split(',').flatMap((name) => name.trim() || []);
  const domains = names(text('DOMAINS')).map((domain) => domain.toLowerCase());
  const wrong = domains.find((domain) => !/^[^\s@]+$/.test(domain));
  if (wrong !== undefined)
    throw new ConfigError(`OIDC_DOMAINS takes domains such as example.org, with commas between them, not "${wrong}".`);
  const secrets = { clientId: text('CLIENT_ID'), clientSecret: text('CLIENT_SECRET') };
  return {
    issuer,
    ...secrets,
    label,
    scopes,
    createsUsers: creates === 'true',
    domains,
    groups: names(text('GROUPS')),
  };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && search === '' && hash === '';
}

/** The address a person can open: a server that listens everywhere is reached by the loopback address. */
export function usableAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

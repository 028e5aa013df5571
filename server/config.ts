import { isIP } from 'node:net';
import { FEATURES, type Feature, type Features, featuresBut, isFeature } from '@espalier/core/access';

/** What the environment says. Read once, at the start; everything else gets it as an argument. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL to use in place of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** What an empty database is filled with. */
  readonly seed: 'demo' | 'none';
  /** What of the product is switched on (EP-16). */
  readonly features: Features;
}

/** A setting that makes no sense. The message is for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads PORT (3000), HOST (127.0.0.1), DATA_DIR (./data), DATABASE_URL, SEED (demo, none) and FEATURES_OFF (names, with commas). Throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return {
    port: readPort(env.PORT),
    host: readHost(env.HOST),
    dataDir: readDataDir(env.DATA_DIR),
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    seed: readSeed(env.SEED),
    features: featuresBut(readFeatures(env.FEATURES_OFF)),
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

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new ConfigError('DATABASE_URL must be of the form postgres://user:password@host:port/database.');
}

function readSeed(text: string | undefined): 'demo' | 'none' {
  if (text === undefined || text === '' || text === 'demo') return 'demo';
  if (text === 'none') return 'none';
  throw new ConfigError(`SEED must be "demo" or "none", not "${text}".`);
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

/** The address a person can open: a server that listens everywhere is reached by the loopback address. */
export function usableAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

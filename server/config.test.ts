import { readFileSync } from 'node:fs';
import { featuresBut } from '@espalier/core/access';
import { ConfigError, readConfig, usableAddress } from './config.ts';
import { VERSION } from './version.ts';

test('what is not set has its default', () => {
  const features = featuresBut([]);
  const defaults = { port: 3000, host: '127.0.0.1', dataDir: './data', databaseUrl: undefined, seed: 'demo', features };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: '', HOST: '', DATA_DIR: '', DATABASE_URL: '', SEED: '', FEATURES_OFF: '' })).toEqual(
    defaults,
  );
});

test('what is set is taken', () => {
  const env = { PORT: '0', HOST: '::', DATA_DIR: '/d', DATABASE_URL: 'postgres://u:p@h:5432/db', SEED: 'none' };
  const database = { databaseUrl: env.DATABASE_URL, seed: 'none', features: featuresBut([]) };
  expect(readConfig(env)).toEqual({ port: 0, host: '::', dataDir: '/d', ...database });
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

/** @jest-config-loader ts-node
 *  @jest-config-loader-options {"transpileOnly": true, "compilerOptions": {"verbatimModuleSyntax": false}}
 */
import type { Config } from 'jest';

/**
 * One project per kind of test. Types are not checked here: `npm run types` does, five times faster.
 * `@espalier/core` is taken from its source through the exports condition `espalier-source`, so that no test needs a build.
 */
const ignored = ['/node_modules/', '<rootDir>/dist/', '<rootDir>/core/dist/'];

function project(name: string, tests: string[], rest: Config = {}): Config {
  return {
    displayName: name,
    rootDir: '.',
    testMatch: tests.map((pattern) => `<rootDir>/${pattern}`),
    testPathIgnorePatterns: ignored,
    modulePathIgnorePatterns: [
      '<rootDir>/dist/',
      '<rootDir>/core/dist/',
      '<rootDir>/data/',
      '<rootDir>/.cache/',
      '<rootDir>/tools/bench/',
    ],
    watchPathIgnorePatterns: ['<rootDir>/data/', '<rootDir>/.cache/', '<rootDir>/tools/bench/'],
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['espalier-source', 'node', 'node-addons'] },
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: {
      '^.+\\.tsx?$': '<rootDir>/tools/scripts/jest/transform.mjs',
    },
    ...rest,
  };
}

const oneMinute: Config = { setupFilesAfterEnv: ['<rootDir>/tools/scripts/jest/one-minute.ts'] };

const config: Config = {
  projects: [
    // A minute: these tests wait for nothing, but a busy machine may.
    project('core', ['core/**/*.test.ts', 'tools/scripts/zones/days-in-*.ts'], oneMinute),
    project('view', ['src/**/*.test.{ts,tsx}'], {
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['espalier-source', 'browser'] },
      setupFiles: ['<rootDir>/tools/scripts/jest/view-globals.ts'],
      setupFilesAfterEnv: ['<rootDir>/tools/scripts/jest/view-setup.ts', '<rootDir>/tools/scripts/jest/one-minute.ts'],
      moduleNameMapper: {
        '\\.css(\\?.*)?$': '<rootDir>/tools/scripts/jest/style.ts',
        '\\.(svg|png|woff2)(\\?.*)?$': '<rootDir>/tools/scripts/jest/asset.ts',
      },
    }),
    project(
      'server',
      [
        'server/**/*.test.ts',
        'tools/*.test.ts',
        'tools/replay/**/*.test.ts',
        'tools/scripts/zones/server-days-in-*.ts',
      ],
      {
        ...oneMinute,
        testEnvironment: '<rootDir>/tools/scripts/jest/server-environment.mjs',
      },
    ),
    project('sim', ['sim/**/*.test.ts'], oneMinute),
    project('lint', ['tools/lint/**/*.test.ts', 'tools/scripts/**/*.test.ts'], oneMinute),
    project('e2e', ['e2e/**/*.spec.ts'], { setupFilesAfterEnv: ['<rootDir>/tools/scripts/jest/two-minutes.ts'] }),
  ],
};

export default config;

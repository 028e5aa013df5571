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
      '<rootDir>/bench/',
    ],
    watchPathIgnorePatterns: ['<rootDir>/data/', '<rootDir>/.cache/', '<rootDir>/bench/'],
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['espalier-source', 'node', 'node-addons'] },
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: {
      '^.+\\.tsx?$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: '<rootDir>/tsconfig.base.json' }],
    },
    ...rest,
  };
}

const oneMinute: Config = { setupFilesAfterEnv: ['<rootDir>/scripts/jest/one-minute.ts'] };

const config: Config = {
  projects: [
    // A minute: these tests wait for nothing, but a busy machine may.
    project('core', ['core/**/*.test.ts', 'scripts/zones/days-in-*.ts'], oneMinute),
    project('view', ['src/**/*.test.{ts,tsx}'], {
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['espalier-source', 'browser'] },
      setupFiles: ['<rootDir>/scripts/jest/view-globals.ts'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/view-setup.ts', '<rootDir>/scripts/jest/one-minute.ts'],
      moduleNameMapper: {
        '\\.css(\\?.*)?$': '<rootDir>/scripts/jest/style.ts',
        '\\.(svg|png|woff2)(\\?.*)?$': '<rootDir>/scripts/jest/asset.ts',
      },
    }),
    project('server', ['server/**/*.test.ts', 'tools/**/*.test.ts', 'scripts/zones/server-days-in-*.ts'], {
      ...oneMinute,
      testEnvironment: '<rootDir>/scripts/jest/server-environment.mjs',
    }),
    project('sim', ['sim/**/*.test.ts'], oneMinute),
    project('lint', ['lint/**/*.test.ts', 'scripts/**/*.test.ts']),
    project('e2e', ['e2e/**/*.spec.ts'], { setupFilesAfterEnv: ['<rootDir>/scripts/jest/two-minutes.ts'] }),
  ],
};

export default config;

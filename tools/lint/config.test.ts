import { ESLint } from 'eslint';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import config from '../../eslint.config.js';

/** The configuration as a whole: each rule holds in the package it is meant for, and says what to do instead. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: config as ESLint.Options['overrideConfig'],
});

async function lint(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: path.join(root, file) });
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const CLOCK = 'export const now = Date.now();';
const AMBIENT = /^espalier\/pure-core: .*Take the time from the clock port/;

test('the ambient clock is refused in core, and nowhere else', async () => {
  expect(await lint('core/tree/rules.ts', CLOCK)).toEqual([expect.stringMatching(AMBIENT)]);
  expect(await lint('core/testing/clock.ts', CLOCK)).toEqual([expect.stringMatching(AMBIENT)]);
  expect(await lint('core/tree/rules.test.ts', CLOCK)).toEqual([]);
  expect(await lint('server/auth/sessions.ts', CLOCK)).toEqual([]);
  expect(await lint('src/ports/clock.ts', CLOCK)).toEqual([]);
});

test.each([
  [
    'core/tree/saga.ts',
    "export { http } from '../../src/ports/http.ts';",
    /^espalier\/packages: core\/ imports nothing of src\//,
  ],
  [
    'server/tree/move.ts',
    "export { tree } from '@espalier/core/tree';",
    /^espalier\/packages: server\/ may import only/,
  ],
  [
    'src/tree/Row.tsx',
    "export { x } from '../../core/tree/select.ts';",
    /^espalier\/packages: Import the core by its package name/,
  ],
  [
    'core/access/rules.ts',
    "export { x } from '../tree/rules.ts';",
    /^espalier\/domain-order: core\/access comes before core\/tree/,
  ],
  [
    'core/table/index.ts',
    "export { x } from '../tree/rules.ts';",
    /^espalier\/domain-order: core\/table knows no domain/,
  ],
  [
    'src/tree/Row.tsx',
    "export { Link } from 'react-router-dom';",
    /^no-restricted-imports: .*Take `Link` of src\/ui\/link\.tsx/,
  ],
  ['src/tree/Row.tsx', "localStorage.setItem('a', 'b');", /^espalier\/view-through-ports: .*src\/ports only/],
  [
    'src/tree/Row.tsx',
    "export const x = (s: string) => s === 'closed';",
    /^espalier\/no-domain-logic-in-view: .*core\/work-item\/select\.ts/,
  ],
  ['core/tree/rules.test.ts', "test.only('a', () => {});", /^espalier\/tests-run: .*finish the test/],
  ['core/tree/rules.ts', 'export type Bag = any;', /^@typescript-eslint\/no-explicit-any/],
  ['core/tree/rules.ts', "export * from './order';", /^no-restricted-syntax: Write the extension/],
  ['core/tree/rules.ts', 'export enum State { Open }', /^no-restricted-syntax: No enum/],
  ['src/tree/Row.tsx', 'export default 3;', /^no-restricted-syntax: Named exports only/],
  ['core/tree/rules.ts', '// TODO later\nexport const x = 1;', /^no-warning-comments/],
  [
    'server/tree/move.ts',
    "import { Kysely } from 'kysely';\nexport type K = Kysely;",
    /^@typescript-eslint\/consistent-type-imports/,
  ],
])('%s: %s', async (file, code, message) => {
  expect(await lint(file, code)).toEqual([expect.stringMatching(message)]);
});

test('src/ports may use the network, tests of the view may use rules', async () => {
  expect(await lint('src/ports/rest.ts', "import axios from 'axios';\nexport const get = axios.get;")).toEqual([]);
  expect(await lint('src/tree/Row.test.tsx', "export const x = (s: string) => s === 'closed';")).toEqual([]);
});

test('hooks are called in components and with their dependencies', async () => {
  const code = "import { useState } from 'react';\nexport function plain() {\n  return useState(1);\n}";
  expect(await lint('src/tree/Row.tsx', code)).toEqual([expect.stringMatching(/^react-hooks\/rules-of-hooks/)]);
});

test('an exception must be explained', async () => {
  const disable = '// eslint-disable-next-line @typescript-eslint/no-explicit-any';
  const any = 'export type Bag = any;';
  expect(await lint('core/tree/rules.ts', `${disable} -- the library types its argument so\n${any}`)).toEqual([]);
  expect(await lint('core/tree/rules.ts', `${disable}\n${any}`)).toEqual([
    expect.stringMatching(/^espalier\/explained-exception: Say why/),
  ]);
  expect(await lint('core/tree/rules.ts', `/* eslint-disable */\n${any}`)).toEqual([
    expect.stringMatching(/^espalier\/explained-exception: .*name the rule/),
  ]);
});

test('files warn near 200 lines and are refused past 400', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `export const x${n} = ${n};`).join('\n');
  expect(await lint('core/tree/rules.ts', lines(200))).toEqual([]);
  expect(await lint('core/tree/rules.ts', lines(201))).toEqual([expect.stringMatching(/^espalier\/near-200-lines/)]);
  expect(await lint('core/tree/rules.test.ts', lines(201))).toEqual([]);
  expect(await lint('core/tree/rules.test.ts', lines(401))).toEqual([expect.stringMatching(/^max-lines/)]);
});

import { buildSchema, parse, print, validate } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownCopyOf, operationsWithoutSpace, routerInParts } from '../vite/lean.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const TEXT = /\btext: `([^`]*)`/g;
const textsIn = (code: string): string[] => [...code.matchAll(TEXT)].map(([, text = '']) => text);

test('an operation without white space is the same operation, and shorter', () => {
  const schema = buildSchema(read('core/api/schema.graphql'));
  const folder = 'core/api/generated/operations';
  for (const file of readdirSync(path.join(root, folder))) {
    const code = read(`${folder}/${file}`);
    const lean = operationsWithoutSpace(code);
    const before = textsIn(code);
    const after = textsIn(lean);
    expect(before.length).toBeGreaterThan(0);
    expect(after.map((text) => print(parse(text)))).toEqual(before.map((text) => print(parse(text))));
    expect(after.flatMap((text) => validate(schema, parse(text)))).toEqual([]);
    for (const text of after) expect(text).not.toMatch(/\s{2}|\n/);
    expect(lean.replace(TEXT, '')).toBe(code.replace(TEXT, ''));
  }
});

test('a variable with a default and a string with spaces keep their meaning', () => {
  const lean = operationsWithoutSpace(
    'x = { text: `query a($first: Int = 20) {\n  a(first: $first, word: "two  words") {\n    id\n  }\n}` };',
  );
  expect(lean).toBe('x = { text: `query a($first:Int=20){a(first:$first word:"two  words"){id}}` };');
});

const ROUTER = 'node_modules/react-router/dist/development';
const routerFiles = readdirSync(path.join(root, ROUTER)).filter((name) => name.endsWith('.mjs'));

test('of the router nothing is left that keeps what nobody uses: a new version that is written in another way is seen here', () => {
  const before = routerFiles.map((name) => read(`${ROUTER}/${name}`)).join('\n');
  const lean = routerInParts(before);
  expect(before).toMatch(/^\w+\.(?:displayName|contextType) = /m);
  expect(lean).not.toMatch(/^\w+\.(?:displayName|contextType) = /m);
  expect(lean).not.toMatch(/^var \w+ = React\d*\.(?:createContext|forwardRef|memo)\(/m);
});

test('a class of the router has the context that it was given', () => {
  const code = [
    'var Ctx = React3.createContext(false);',
    'Ctx.displayName = "Ctx";',
    'var Boundary = class extends React3.Component {',
    '  render() {',
    '    return this.context;',
    '  }',
    '};',
    'Boundary.contextType = Ctx;',
    'var other = Boundary.contextType;',
  ].join('\n');
  const React3 = { createContext: (value: boolean) => ({ value }), Component: class {} };
  const run = (text: string) =>
    new Function('React3', `${text}\nreturn { Ctx, Boundary, other };`)(React3) as {
      Ctx: { value: boolean; displayName?: string };
      Boundary: { contextType: unknown };
      other: unknown;
    };
  const lean = run(routerInParts(code));
  expect(lean.Boundary.contextType).toBe(lean.Ctx);
  expect(lean.other).toBe(lean.Ctx);
  expect(lean.Ctx).toEqual({ value: false });
  expect(run(code).Ctx.displayName).toBe('Ctx');
});

test('only drag and drop has a copy of react-redux', () => {
  const dnd = '/app/node_modules/react-beautiful-dnd/dist/dnd.esm.js';
  expect(ownCopyOf('react-redux', dnd)).toBe(true);
  expect(ownCopyOf('redux', dnd)).toBe(false);
  expect(ownCopyOf('react-redux', '/app/src/store.ts')).toBe(false);
  expect(ownCopyOf('react-redux', undefined)).toBe(false);
});

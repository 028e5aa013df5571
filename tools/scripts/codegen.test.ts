import { parse } from 'graphql';
import { generate } from './codegen.mjs';

const schemaText = `
  scalar Time
  enum EpicState { opened closed }
  type Epic { id: ID! title: String state: EpicState! createdAt: Time parent: Epic }
  type Query { epic(iid: ID!, state: EpicState): Epic }
`;
const fragments = {
  file: 'fragments.graphql',
  text: 'fragment Parts on Epic { title parent { ...More } } fragment More on Epic { createdAt }',
};
const operation = (text: string) => ({ file: 'a.graphql', text });
const QUERY = operation(
  'query epicPage($iid: ID!, $state: EpicState) { epic(iid: $iid, state: $state) { id state ...Parts } }',
);

test('an operation becomes a constant with its name, its text and just the fragments it needs', async () => {
  const files: Record<string, string> = await generate({ schemaText, operations: [fragments, QUERY] });
  const types = files['core/api/generated/operations.ts'] ?? '';
  const text = files['core/api/generated/operations/a.ts'] ?? '';
  expect(types).toContain("export * from './operations/a.ts';");
  expect(types).toContain('readonly createdAt: string | null');
  expect(text).toContain('export const EpicPageOperation: Operation<EpicPageQuery, EpicPageQueryVariables> = {');
  expect(text).toContain("name: 'epicPage'");
  expect(text).toContain("import type { EpicPageQuery, EpicPageQueryVariables } from '../operations.ts';");
  expect(Object.keys(files)).toHaveLength(3);
  const printed = /text: `([^`]*)`/.exec(text)?.[1] ?? '';
  const names = parse(printed).definitions.map((definition) => ('name' in definition ? definition.name?.value : ''));
  expect(names).toEqual(['epicPage', 'Parts', 'More']);
  expect(text).not.toMatch(/from 'graphql'/);
});

test('the schema becomes types in which every scalar is decided', async () => {
  const files: Record<string, string> = await generate({ schemaText, operations: [QUERY, fragments] });
  expect(files['core/api/generated/schema.ts']).toMatch(/export type EpicState =\s*\|? *'opened'\s*\| 'closed'/);
  await expect(generate({ schemaText: `${schemaText} scalar Odd`, operations: [] })).rejects.toThrow(
    'scalar Odd without a type',
  );
});

test('an operation that does not fit the schema stops the generation, with its place', async () => {
  const wrong = operation('query epicPage { epic(iid: 3) { titel } }');
  await expect(generate({ schemaText, operations: [wrong] })).rejects.toThrow(
    /Cannot query field "titel"[\s\S]*a\.graphql:1/,
  );
});

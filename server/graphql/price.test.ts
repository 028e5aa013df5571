import { readdirSync, readFileSync } from 'node:fs';
import { type DocumentNode, Kind, type OperationDefinitionNode, parse, print } from 'graphql';
import { LIMITS, priceOf } from './limits.ts';
import { tablesIn, tablesOf, tablesOfArguments } from './price.ts';
import { type TestServer, openTestServer } from './testing.ts';
import { Turns } from './turns.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const folder = 'core/api/operations';
const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
const document: DocumentNode = parse(files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n'));
const operations = document.definitions.filter(
  (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
);

/** The largest pages, more labels than a person filters by, and every other filter and switch. No sort that the client knows reads a table. */
const LARGEST: Readonly<Record<string, unknown>> = {
  labelName: ['a', 'b', 'c'],
  not: { labelName: ['d', 'e'], authorUsername: 'f' },
  sort: 'TITLE_DESC',
};

const everything = ({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions.map(({ variable: { name }, type }) => {
      const plain = { Int: 100, Boolean: true }[print(type).replace('!', '')];
      return [name.value, LARGEST[name.value] ?? plain ?? 'x'];
    }),
  );

test('AP-06.40 every operation that the client sends, with its largest pages, stays below two fifths of each limit', () => {
  expect(operations.length).toBeGreaterThan(30);
  for (const operation of operations) {
    const { price, fields, deepest, roots } = priceOf(document, operation, everything(operation));
    const shares = {
      cost: price.cost / LIMITS.cost,
      tables: price.tables / LIMITS.tables,
      scans: price.scans / LIMITS.scans,
      fields: fields / LIMITS.fields,
      depth: deepest / LIMITS.depth,
      roots: roots / LIMITS.roots,
    };
    const over = Object.entries(shares).filter(([, share]) => share > 0.4);
    expect([operation.name?.value, over]).toEqual([operation.name?.value, []]);
    // None of them is large: they never wait for their turn.
    expect(price.tables).toBeLessThan(LIMITS.large);
  }
});

/** On each of five levels four lists of children: 1,364 lists in one statement. */
function nested(levels: number, aliases: number): string {
  const level = (at: number): string => {
    const lists = Array.from(
      { length: aliases },
      (_, index) => `a${index}: children(first: 1, search: "x${index}") { nodes { ...f${at - 1} } }`,
    );
    return `fragment f${at} on Epic { ${at === 0 ? 'id' : lists.join(' ')} }`;
  };
  const fragments = Array.from({ length: levels + 1 }, (_, at) => level(at)).join('\n');
  return `{ group(fullPath: "nope") { epics(first: 1) { nodes { ...f${levels} } } } }\n${fragments}`;
}

const flat = (count: number): string =>
  `{ group(fullPath: "nope") { epics(first: 1) { nodes { ${Array.from(
    { length: count },
    (_, index) => `a${index}: children(first: 1) { nodes { id } }`,
  ).join(' ')} } } } }`;

const spreads = (count: number): string =>
  `{ ...s0 } ${Array.from({ length: count }, (_, at) => `fragment s${at} on Query { ...s${at + 1} ...s${at + 1} }`).join(' ')}
  fragment s${count} on Query { __typename }`;

const epics = (args: string) => `group(fullPath: "x") { epics(${args}) { nodes { id } } }`;
const labels = Array.from({ length: 200 }, (_, index) => `"l${index}"`).join(', ');

test.each([
  ['four lists on each of five levels', nested(5, 4), 'Query reads'],
  ['many lists side by side', flat(130), 'Query reads'],
  ['a condition for each of 200 labels', `{ ${epics(`labelName: [${labels}]`)} }`, 'Query reads'],
  [
    'labels that a variable has by default',
    `query($l: [String!] = [${labels}]) { ${epics('labelName: $l')} }`,
    'Query reads',
  ],
  [
    'unwanted labels by default',
    `query($l: [String!] = [${labels}]) { ${epics('not: { labelName: $l }')} }`,
    'Query reads',
  ],
  [
    'a filter by default',
    `query($n: NegatedEpicFilterInput = { labelName: [${labels}] }) { ${epics('not: $n')} }`,
    'Query reads',
  ],
  [
    'lists of a whole group for each row of another',
    '{ group(fullPath: "x") { epics { nodes { group { epics(first: 1) { count nodes { group { epics(first: 1) { count } } } } } } } } }',
    'lists of whole groups',
  ],
  ['fragments that double themselves', spreads(40), 'Query has more than'],
])('AP-06.40 %s: refused before the database hears of it', async (_name, query, why) => {
  const { result, statements } = await server.countStatements(() => server.graphql(query));
  expect(result).toMatchObject({ status: 400, errors: [{ message: expect.stringContaining(why) as string }] });
  expect(statements).toEqual([]);
});

test('AP-06.40 a change whose answer is too dear is refused before anything is changed', async () => {
  const [lists] = /a0.*children.*\}/.exec(flat(130)) as unknown as [string];
  const query = `mutation { updateEpic(input: { groupPath: "x", iid: "1", title: "t" }) { errors epic { ${lists.replaceAll(/ \} \} \} \}$/g, '')} } } }`;
  const { result, statements } = await server.countStatements(() => server.graphql(query));
  expect([result.status, statements]).toEqual([400, []]);
});

test('AP-06.40 the operations of a batch share one allowance', async () => {
  const payload = Array.from({ length: 3 }, () => ({ query: flat(40) }));
  const answer = await server.app.inject({ method: 'POST', url: '/api/graphql', payload });
  const parts = answer.json<{ data?: unknown; errors?: { message: string }[] }[]>();
  expect(parts.map(({ errors }) => errors?.[0]?.message ?? 'answered')).toEqual([
    'answered',
    'answered',
    expect.stringContaining('which exceeds the maximum of 400'),
  ]);
});

test('AP-06.40 a field is priced by the tables that its SQL reads', () => {
  expect(tablesIn('SELECT 1 FROM (SELECT * FROM a JOIN b ON true) x LEFT JOIN c ON true')).toBe(3);
  expect(tablesOf('Epic', 'title')).toBe(0);
  expect(tablesOf('Epic', 'children')).toBe(4);
  expect(tablesOf('Epic', 'blocked')).toBeGreaterThanOrEqual(5);
  expect(tablesOf('Group', 'epics')).toBeGreaterThanOrEqual(4);
});

test('AP-06.40 an argument is priced by what it adds to the SQL of its field, a sort also by its cursors', () => {
  expect(
    tablesOfArguments('Group', 'epics', { first: 5, search: 'x', labelName: null, includeDescendantGroups: true }),
  ).toBe(0);
  expect(
    tablesOfArguments('Group', 'epics', { labelName: ['a', 'b', 'c'], not: { labelName: 'd', authorUsername: 'e' } }),
  ).toBe(27);
  expect(tablesOfArguments('Group', 'epics', { milestoneTitle: 'a' })).toBe(18);
  expect(tablesOfArguments('Group', 'issues', { epicId: '1' })).toBe(27);
  expect(tablesOfArguments('Epic', 'children', { labelName: ['a'] })).toBe(2);
  expect(tablesOfArguments('Group', 'issues', { sort: 'created_desc' })).toBe(0);
  const sorted = tablesOfArguments('Group', 'issues', { sort: 'BLOCKING_ISSUES_ASC' });
  expect(sorted).toBe(67);
  expect(tablesOfArguments('Group', 'issues', { sort: 'BLOCKING_ISSUES_ASC', after: 'x' })).toBe(3 * sorted);
});

test('AP-06.41 large operations take turns; who leaves while waiting is forgotten', async () => {
  const turns = new Turns(1);
  const order: string[] = [];
  const end = await turns.take(undefined);
  const left = new AbortController();
  const leaves = turns.take(left.signal).catch(() => order.push('left'));
  const second = turns.take(undefined).then((ends) => (order.push('second'), ends));
  const third = turns.take(undefined).then((ends) => (order.push('third'), ends));
  left.abort(new Error('gone'));
  await leaves;
  expect(order).toEqual(['left']);
  end();
  end();
  const endSecond = await second;
  expect(order).toEqual(['left', 'second']);
  endSecond();
  (await third)();
  (await turns.take(undefined))();
  expect(order).toEqual(['left', 'second', 'third']);
});

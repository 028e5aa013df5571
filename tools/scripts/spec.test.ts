import { compare, compareView, idsIn, rulesOf, testNamesOf, viewRulesOf } from './lib/spec.mjs';

const spec = (text: string) => ({ file: 'core/tree/SPEC.md', text });
const tests = (text: string, file = 'core/tree/rules.test.ts') => ({ file, text });

test('rules are the lines that begin with a bold id', () => {
  const text =
    '# Tree\n- **TR-14.1** Moves are optimistic.\r\n- **TR-14.2** They return (see **TR-14.1**).\n  - **TR-14.9** nested\n- **TR-14** a row';
  expect(rulesOf(text)).toEqual(['TR-14.1', 'TR-14.2']);
});

test('names of test, it and describe are found in every form', () => {
  const names = testNamesOf(
    'a.test.tsx',
    `describe('TR-01.1 one', () => {
       it("TR-01.2 two", () => { render(<b>TR-01.9</b>); });
       test.each([['TR-01.8', 1]])('TR-01.3 %s', () => {});
       test.each\`a\${1}\`('TR-01.4 table', () => {});
       test(\`TR-01.5 \${name} TR-01.6\`, () => {});
       test('TR-01.7 long ' + 'name', async () => {});
       check('TR-01.9 not a test');
     });
     // test('TR-01.9 a comment', () => {});`,
  );
  expect(names.flatMap(idsIn)).toEqual(['TR-01.1', 'TR-01.2', 'TR-01.3', 'TR-01.4', 'TR-01.5', 'TR-01.6', 'TR-01.7']);
});

test('a rule without a test and a test of an unknown rule are faults', () => {
  const found = compare(
    [spec('- **TR-14.1** one\n- **TR-14.2** two')],
    [tests("test('TR-14.1, TR-14.3: both', () => {});")],
  );
  expect(found).toMatchObject({ rules: 2, tested: 1 });
  expect(found.faults).toEqual([
    expect.stringContaining('tests TR-14.3, which no SPEC.md states'),
    expect.stringContaining('TR-14.2 in core/tree/SPEC.md has no test'),
  ]);
});

test('a test may name a row, but only a row of the checklist', () => {
  const journey = (id: string) => compare([spec('')], [tests(`test('${id} a journey', () => {});`)]).faults;
  expect(journey('TR-25')).toEqual([]);
  expect(journey('RP-01')).toEqual([]);
  expect(journey('TR-26')).toHaveLength(1);
  expect(journey('UTF-16')).toEqual([]);
  expect(journey('XX-01')).toHaveLength(1);
});

test('a row named in a test does not stand for its rules', () => {
  expect(compare([spec('- **TR-14.1** one')], [tests("test('TR-14 a journey', () => {});")]).faults).toHaveLength(1);
});

test('a rule that stands twice, or of a row that does not exist, is a fault', () => {
  const proof = tests("test('TR-14.1 TR-99.1', () => {});");
  expect(compare([spec('- **TR-14.1** one\n- **TR-14.1** again\n- **TR-99.1** far')], [proof]).faults).toEqual([
    expect.stringContaining('TR-14.1 stands twice'),
    expect.stringContaining('TR-99.1 in core/tree/SPEC.md is not of a row'),
  ]);
});

test('a rule of core/ that only a page proves is a fault, unless it is one of the view', () => {
  const rules =
    '- **TR-14.1** one\n\n## In the view\n\n- **TR-14.2** two\n\n### Rows\n\n- **TR-14.3** three\n\n## More\n\n- **TR-14.4** four';
  expect(viewRulesOf(rules)).toEqual(['TR-14.2', 'TR-14.3']);
  const page = tests("test('TR-14.1 TR-14.2 TR-14.3', () => {});", 'src/tree/rows.test.tsx');
  const journey = tests("test('TR-14.1', () => {});", 'e2e/tree.spec.ts');
  expect(compare([spec(rules)], [page, journey, tests("test('TR-14.4', () => {});")]).faults).toEqual([
    expect.stringContaining('TR-14.1 in core/tree/SPEC.md is tested with a page only'),
  ]);
});

test('the view cites what core/ states, and nothing else', () => {
  const row = { file: 'src/tree/row.tsx', text: '/** TR-14.1, TR-14.2 and TR-14.2, of row TR-14, in UTF-16.1 */' };
  const elsewhere = { file: 'server/tree/SPEC.md', text: '- **TR-14.2** two' };
  expect(compareView([spec('- **TR-14.1** one'), elsewhere], [row])).toEqual([
    'src/tree/row.tsx cites TR-14.2, which no SPEC.md of core/ states.',
  ]);
});

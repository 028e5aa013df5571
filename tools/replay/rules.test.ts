import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replayTerminal } from './testing.ts';

let home: string;
const { file, run } = replayTerminal((place) => (home = place));

/** A rule of one's own in a file; it fails after the action of the second notice. */
function ownRule(): string {
  const check = "({ notice }) => (notice.length > 1 ? ['There are two notices.'] : [])";
  const text = `export default { name: 'two-at-most', about: 'There is one notice.', check: ${check} };`;
  writeFileSync(join(home, 'two-at-most.mjs'), text);
  return 'two-at-most.mjs';
}

test('RP-03.237 a rule of one’s own is asserted and bisected', async () => {
  const rule = ownRule();
  const failed = {
    code: 1,
    out: 'two-at-most fails after action 4, notice/raised {"kind":"info","text":"Kaleidoscope broke"}:\n  There are two notices.',
    err: '',
  };
  expect(await run('log.jsonl', '--rule', rule)).toEqual(failed);
  expect(await run('log.jsonl', '--rule', rule, '--assert', 'two-at-most')).toEqual(failed);
  expect((await run('log.jsonl', '--rule', rule, '--assert', 'all')).out).toMatch(/^tree-well-formed holds[^]*two-at/);
  expect(await run('log.jsonl', '--rule', rule, '--assert', 'json-safe')).toMatchObject({ code: 0 });
  expect(await run('log.jsonl', '--rule', rule, '--bisect', 'two-at-most')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^two-at-most fails first after action 4, [^\n]*\n {2}There are two notices\.$/),
  });
});

test('RP-03.237 the test of a rule of one’s own takes it from its file', async () => {
  const rule = ownRule();
  const { code, out } = await run('log.jsonl', '--rule', rule, '--emit-test');
  expect(code).toBe(1);
  expect(out).toContain(
    "import { checkRules, parseLog } from '@espalier/core/replay';\nimport rule from './two-at-most.mjs';",
  );
  mkdirSync(join(home, 'core/tree'), { recursive: true });
  await run('log.jsonl', '--rule', rule, '--emit-test', 'core/tree/two.test.ts');
  expect(file('core/tree/two.test.ts')).toContain("import rule from '../../two-at-most.mjs';");
});

test.each<[string, string, string]>([
  ['is not there', '', '--rule none.mjs cannot be loaded: '],
  ['exports nothing', 'export const rule = {};', '--rule bad.mjs: its default export should be { name, about, check('],
  [
    'is named like another',
    "export default { name: 'json-safe', about: '', check: () => [] };",
    'there is a rule "json-safe" already.',
  ],
  [
    'throws',
    "export default { name: 'own', about: '', check() { throw new Error('Out.'); } };",
    '--rule bad.mjs: "own" throws after action 0: Out.',
  ],
  [
    'gives no texts',
    "export default { name: 'own', about: '', check: () => true };",
    '"own" gives no list of texts after action 0.',
  ],
])('RP-03.237 a rule that %s is not understood: exit 2', async (_what, source, words) => {
  const name = source === '' ? 'none.mjs' : 'bad.mjs';
  if (source !== '') writeFileSync(join(home, name), source);
  const { code, err } = await run('log.jsonl', '--rule', name);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

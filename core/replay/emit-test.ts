import type { Invariant } from './invariants/index.ts';
import type { ActionLog } from './types.ts';
import { bisect } from './check.ts';
import { INVARIANTS } from './invariants/index.ts';
import { printLog } from './print.ts';

export interface EmitOptions {
  /** Where the test gets what it uses; default '@espalier/core/replay'. A test inside core/ names a relative path. */
  readonly from?: string;
  /** Name of the log beside the test, which the test then reads; otherwise the log is part of the test. */
  readonly logFile?: string;
  /** The module whose default export is the rule, as the test names it. A rule that is not built in needs one. */
  readonly ruleFrom?: string;
}

/** As a literal of TypeScript in single quotes. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`;

/**
 * The source of a jest test that replays the log and asks the rule: it fails while the bug is there. The log should be shrunk first, and
 * redacted if the test is to be kept. Throws a RangeError for a custom rule without `ruleFrom`.
 */
export function emitTest(log: ActionLog, invariant: Invariant, options: EmitOptions = {}): string {
  const { from = '@espalier/core/replay', logFile, ruleFrom } = options;
  if (ruleFrom === undefined && INVARIANTS[invariant.name] !== invariant) {
    throw new RangeError(`"${invariant.name}" is no built-in rule: name the module that exports it (ruleFrom).`);
  }
  const fault = bisect(log, invariant)?.texts[0];
  const actions = log.end.seq - (log.segments[0]?.checkpoint.seq ?? 0);
  const lines = printLog(log).trimEnd().split('\n');
  const text =
    logFile === undefined
      ? ['const LOG = [', ...lines.map((line) => `  ${quoted(line)},`), "].join('\\n');"]
      : [`const LOG = readFileSync(new URL(${quoted(`./${logFile}`)}, import.meta.url), 'utf8');`];
  return [
    ...(logFile === undefined ? [] : ["import { readFileSync } from 'node:fs';"]),
    `import { ${ruleFrom === undefined ? 'checkLog' : 'checkRules'}, parseLog } from ${quoted(from)};`,
    ...(ruleFrom === undefined ? [] : [`import rule from ${quoted(ruleFrom)};`]),
    '',
    `// ${invariant.name}: ${invariant.about}`,
    ...(fault === undefined ? [] : [`// When this was written: ${fault.replace(/[\r\n\u2028\u2029]/g, ' ')}`]),
    '// prettier-ignore',
    ...text,
    '',
    `test(${quoted(`${invariant.name} holds over ${actions} ${actions === 1 ? 'action' : 'actions'} of session ${log.header.session}`)}, () => {`,
    ruleFrom === undefined
      ? `  expect(checkLog(parseLog(LOG), [${quoted(invariant.name)}]).faults).toEqual([]);`
      : '  expect(checkRules(parseLog(LOG), [rule]).faults).toEqual([]);',
    '});',
    '',
  ].join('\n');
}

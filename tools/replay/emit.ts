import type { ActionLog, Invariant } from '@espalier/core/replay';
import type { ReplayArguments } from './arguments.ts';
import { basename, dirname, relative, sep } from 'node:path';
import { bisect, emitTest, redact, shrink } from '@espalier/core/replay';

export interface EmittedTest {
  /** Null: it is printed. */
  readonly file: string | null;
  readonly text: string;
  /** What to tell the person. */
  readonly lines: readonly string[];
}

/** The rule that fails, and its file where it is not built in. */
export interface FailingRule {
  readonly invariant: Invariant;
  readonly file: string | null;
}

/** The test of a rule that fails, shrunk, and redacted unless the fault needs its texts. `root`: the repository; `path`: a file as the person meant it. */
export function emit(
  log: ActionLog,
  { invariant, file: ruleFile }: FailingRule,
  args: ReplayArguments,
  root: string,
  path: (file: string) => string,
): EmittedTest {
  const before = log.segments.flatMap(({ actions }) => actions).length;
  const small = shrink(log, invariant);
  const hidden = args.keepTexts ? small : redact(small);
  const isSame = bisect(hidden, invariant)?.seq === bisect(small, invariant)?.seq;
  const file = args.emitTest?.file == null ? null : path(args.emitTest.file);
  const text = emitTest(isSame ? hidden : small, invariant, {
    ...(file !== null && { from: coreFrom(file, root) }),
    // A test that is printed has no place yet: it names the rule as if it came to stand where the person does.
    ...(ruleFile !== null && { ruleFrom: importedFrom(file ?? path('a.test.ts'), ruleFile) }),
  });
  const lines = [
    `${invariant.name}: ${small.end.seq} of ${before} actions still fail.`,
    ...(isSame ? [] : ['The fault does not survive redaction: the test has the texts of the log.']),
    ...(file === null ? [] : [`Wrote ${relative(root, file)}. Run it: npm run jest -- ${basename(file)}`]),
  ];
  return { file, text, lines };
}

/** How a test names core/replay: inside core/ by its path, elsewhere by the package. */
function coreFrom(file: string, root: string): string {
  const place = relative(root, file).split(sep);
  if (place[0] !== 'core') return '@espalier/core/replay';
  return importedFrom(file, `${root}/core/replay/index.ts`);
}

/** How one file names another one. */
function importedFrom(file: string, other: string): string {
  const to = relative(dirname(file), other).split(sep).join('/');
  return to.startsWith('.') ? to : `./${to}`;
}

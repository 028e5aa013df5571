import { explainedException } from './explained-exception.js';
import { at, tester, wrong } from './rule-tester.ts';

const file = 'core/tree/rules.ts';

tester.run('explained-exception', explainedException, {
  valid: [
    at(file, '// eslint-disable-next-line no-console -- the log port is what this file implements\nlog();'),
    at(file, '/* eslint-disable max-lines -- one table of the specification, kept whole */ log();'),
    at(file, '// eslint is a tool; eslint-disabled is a word\nlog();'),
    at(file, '/* eslint-enable no-console */ log();'),
  ],
  invalid: [
    wrong(file, '/* eslint-disable */ log();', 'rule'),
    wrong(file, '// eslint-disable-next-line -- a reason without a rule\nlog();', 'rule'),
    wrong(file, '// eslint-disable-next-line no-console\nlog();', 'reason'),
    wrong(file, 'log(); // eslint-disable-line no-console -- so', 'reason'),
  ],
});

/** The project's own rules as an ESLint plugin; `eslint.config.js` says where each one holds. */
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { domainOrder } from './domain-order.js';
import { explainedException } from './explained-exception.js';
import { independentOracle } from './independent-oracle.js';
import { noDomainLogicInView } from './no-domain-logic-in-view.js';
import { pureCore } from './pure-core.js';
import { packages } from './packages.js';
import { serverOrder } from './server-order.js';
import { testsRun } from './tests-run.js';
import { viewThroughPorts } from './view-through-ports.js';

export const espalier = {
  meta: { name: 'espalier' },
  rules: {
    'domain-order': domainOrder,
    'explained-exception': explainedException,
    'independent-oracle': independentOracle,
    'no-domain-logic-in-view': noDomainLogicInView,
    'pure-core': pureCore,
    packages,
    'server-order': serverOrder,
    'tests-run': testsRun,
    'view-through-ports': viewThroughPorts,
    // ESLint's own `max-lines` under a second name: one warns near 200 lines, the other refuses 400.
    'near-200-lines': builtinRules.get('max-lines'),
  },
};

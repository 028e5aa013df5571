import { independentOracle } from './independent-oracle.js';
import { at, tester, wrong } from './rule-tester.ts';

tester.run('independent-oracle', independentOracle, {
  valid: [
    at('sim/oracle.ts', "import type { World } from '../sim/server/index.ts'; export type W = World;"),
    at('sim/oracle.ts', "import { type World } from '../sim/server/index.ts'; export type W = World;"),
    at('sim/oracle.ts', "export type { Schedule } from './schedule.ts';"),
    at('sim/oracle-lists.ts', "import { sees } from './oracle.ts'; sees();"),
    at('sim/oracle.ts', 'export const deepest = 7; export { deepest as most };'),
  ],
  invalid: [
    wrong('sim/oracle.ts', "import { recount } from '@espalier/core/tree/rules'; recount();", 'value'),
    wrong('sim/oracle.ts', "import { type Rollup, recount } from '@espalier/core/tree/rules'; recount();", 'value'),
    wrong('sim/oracle.ts', "import * as rules from '../core/tree/rules.ts'; rules.place();", 'value'),
    wrong('sim/oracle.ts', "import '../core/tree/rules.ts';", 'value'),
    wrong('sim/oracle-lists.ts', "import { passes } from './filters/oracle.ts'; passes();", 'value'),
    wrong('sim/oracle.ts', "export { place } from '@espalier/core/tree/rules';", 'value'),
    wrong('sim/oracle.ts', "export * from '@espalier/core/tree/rules';", 'value'),
    wrong('sim/oracle.ts', "const rules = import('@espalier/core/tree/rules'); export { rules };", 'value'),
  ],
});

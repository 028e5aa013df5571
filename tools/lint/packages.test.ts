import { at, tester, wrong } from './rule-tester.ts';
import { packages } from './packages.js';

tester.run('packages', packages, {
  valid: [
    at('core/tree/rules.ts', "import { day } from '../calendar/rules.ts'; export { day };"),
    at('core/tree/rules.test.ts', "import { items } from '../../fixtures/items.ts'; items();"),
    at('core/tree/flow.test.ts', "import { planner } from '../testing/index.ts'; planner();"),
    at('core/testing/planner.ts', "import { clock } from './clock.ts'; export { clock };"),
    at('server/tree/move.ts', "import { plan } from '@espalier/core/tree/rules'; export { plan };"),
    at(
      'server/tree/move.ts',
      "import { may } from '@espalier/core/access'; import type { Query } from '@espalier/core/api'; export { may, Query };",
    ),
    at(
      'server/tree/move.ts',
      "import { sql } from '../db/sql.ts'; import { Kysely } from 'kysely'; export { sql, Kysely };",
    ),
    at('core/tree/flow.test.ts', "import { ModelServer } from '../../sim/server/index.ts'; new ModelServer();"),
    at(
      'core/link/testing/linking.ts',
      "import { ModelServer } from '../../../sim/server/index.ts'; new ModelServer();",
    ),
    at('src/testing/product.tsx', "import { ModelServer } from '../../sim/server/index.ts'; new ModelServer();"),
    at('server/model.test.ts', "import { ModelServer } from '../sim/server/index.ts'; new ModelServer();"),
    at('server/tree/move.test.ts', "import { wire } from '@espalier/core/testing'; wire();"),
    at('src/tree/Row.tsx', "import { selectRow } from '@espalier/core/tree'; export { selectRow };"),
    at('src/main.tsx', "import { createPlanner } from '@espalier/core'; createPlanner();"),
    at('src/tree/Row.test.tsx', "import { PlannerBuilder } from '@espalier/core/testing'; PlannerBuilder();"),
    at('tools/import.ts', "import { run } from '../server/import/run.ts'; run();"),
    at('e2e/tree.spec.ts', "import { start } from '../server/testing/start.ts'; start();"),
  ],
  invalid: [
    wrong(
      'core/tree/saga.ts',
      "import { ModelServer } from '../../sim/server/index.ts'; new ModelServer();",
      'coreAlone',
    ),
    wrong('core/tree/flow.test.ts', "import { Network } from '../../sim/network.ts'; new Network();", 'coreAlone'),
    wrong('server/main.ts', "import { ModelServer } from '../sim/server/index.ts'; new ModelServer();", 'serverAlone'),
    wrong('src/main.tsx', "import { ModelServer } from '../sim/server/index.ts'; new ModelServer();", 'viewAsksCore'),
    wrong('core/tree/saga.ts', "import { get } from '../../src/ports/http.ts'; get();", 'coreAlone'),
    wrong('core/tree/saga.ts', "import { sql } from '../../server/db/sql.ts'; sql();", 'coreAlone'),
    wrong('core/tree/saga.ts', "import { sql } from '@espalier/server/db'; sql();", 'coreAlone'),
    wrong('core/tree/saga.ts', "import items from '../../fixtures/items.json'; items();", 'coreAlone'),
    wrong('core/tree/saga.ts', "import { day } from '@espalier/core/calendar/rules'; day();", 'ownName'),
    wrong('core/tree/saga.ts', "export { clock } from '../testing/index.ts';", 'testingInTests'),
    wrong('server/tree/move.ts', "import { plan } from '../../core/tree/rules.ts'; plan();", 'byName'),
    wrong('server/tree/move.ts', "import { treeSlice } from '@espalier/core/tree'; treeSlice();", 'serverAsksRules'),
    wrong(
      'server/tree/move.ts',
      "import type { TreeItem } from '@espalier/core/work-item'; export type T = TreeItem;",
      'serverAsksRules',
    ),
    wrong('server/tree/move.ts', "import { createPlanner } from '@espalier/core'; createPlanner();", 'serverAsksRules'),
    wrong('server/tree/move.ts', "import { clock } from '@espalier/core/testing'; clock();", 'serverAsksRules'),
    wrong('server/tree/move.ts', "import { Row } from '../../src/tree/Row.tsx'; Row();", 'serverAlone'),
    wrong('src/tree/Row.tsx', "import { selectRow } from '../../core/tree/select.ts'; selectRow();", 'byName'),
    wrong('src/tree/Row.tsx', "const load = () => import('../../server/tree/move.ts'); load();", 'viewAsksCore'),
    wrong(
      'src/tree/Row.tsx',
      "import { PlannerBuilder } from '@espalier/core/testing'; PlannerBuilder();",
      'testingInTests',
    ),
  ],
});

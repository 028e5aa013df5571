import { SERVER_ORDER } from './layout.js';
import { at, tester, wrong } from './rule-tester.ts';
import { serverOrder } from './server-order.js';

const imports = (specifier: string) => `import { it } from '${specifier}'; it();`;

tester.run('server-order', serverOrder, {
  valid: [
    at('server/tree/reorder.ts', imports('../command/change.ts')),
    at('server/tree/reorder.ts', imports('./attach.ts')),
    at('server/link/routes.ts', imports('../rest/types.ts')),
    at('server/store/sql/items.ts', imports('../../command/item.ts')),
    at('server/auth/routes.ts', imports('../deps.ts')),
    at('server/routes.ts', imports('./link/routes.ts')),
    at('server/app.ts', imports('./routes.ts')),
    at('server/command/change.test.ts', imports('../tree/attach.ts')),
    at('server/store/testing/planted.ts', imports('../../tree/testing.ts')),
    at('server/tree/reorder.ts', imports('@espalier/core/tree/rules')),
    at('sim/server/rest.ts', imports('../../server/rest/types.ts')),
  ],
  invalid: [
    wrong('server/command/change.ts', imports('../tree/attach.ts'), 'later'),
    wrong('server/command/change.ts', "import type { It } from '../store/sql/index.ts'; export type T = It;", 'later'),
    wrong('server/store/memory/world.ts', imports('../../work-item/edit.ts'), 'later'),
    wrong('server/rest/types.ts', imports('../link/routes.ts'), 'later'),
    wrong('server/config.ts', imports('./auth/request.ts'), 'later'),
    wrong('server/rest/register.ts', imports('../routes.ts'), 'top'),
    wrong('server/newcomer/thing.ts', imports('../db/types.ts'), 'unknown'),
  ],
});

test('each folder has one place', () => {
  expect(new Set(SERVER_ORDER).size).toBe(SERVER_ORDER.length);
});

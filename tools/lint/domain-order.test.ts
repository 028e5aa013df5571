import { readdirSync } from 'node:fs';
import path from 'node:path';
import { domainOrder } from './domain-order.js';
import { ABOVE_PLANNER, DOMAINS, FOUNDATIONS } from './layout.js';
import { at, tester, wrong } from './rule-tester.ts';

const imports = (specifier: string) => `import { it } from '${specifier}'; it();`;

tester.run('domain-order', domainOrder, {
  valid: [
    at('core/tree/rules.ts', imports('../work-item/rules.ts')),
    at('core/tree/rules/moves.ts', imports('../../access/rules.ts')),
    at('core/tree/rules.ts', imports('./order.ts')),
    at(
      'core/tree/slice.ts',
      imports('../table/index.ts') + "import type { Ports } from '../ports/index.ts'; export type P = Ports;",
    ),
    at('core/mutation/index.ts', imports('../table/index.ts')),
    at('core/planner.ts', imports('./filter/index.ts')),
    at('core/replay/replay.ts', imports('../planner.ts') + imports('../access/index.ts').replaceAll('it', 'that')),
    at('core/tree/replay.test.ts', imports('../replay/index.ts')),
    at('core/testing/model.ts', imports('../planner.ts')),
    at('core/calendar/rules.test.ts', imports('../board/rules.ts')),
    at('server/access/filters.ts', imports('../board/rules.ts')),
  ],
  invalid: [
    wrong('core/work-item/rules.ts', imports('../tree/rules.ts'), 'later'),
    wrong('core/tree/rules/moves.ts', imports('../../epic/rules.ts'), 'later'),
    wrong('core/calendar/rules.ts', "export * from '../access/rules.ts';", 'foundation'),
    wrong('core/tree/select.ts', "export type Page = import('../epic/slice.ts').Page;", 'later'),
    wrong('core/tree/select.ts', "import type { Page } from '../epic/slice.ts'; export type P = Page;", 'later'),
    ...['table', 'mutation', 'query', 'api', 'ports'].map((part) =>
      wrong(`core/${part}/index.ts`, imports('../work-item/rules.ts'), 'foundation'),
    ),
    wrong('core/tree/saga.ts', imports('../planner.ts'), 'planner'),
    wrong('core/query/saga.ts', imports('../index.ts'), 'planner'),
    wrong('core/planner.ts', imports('./replay/index.ts'), 'above'),
    wrong('core/index.ts', "export * from './replay/index.ts';", 'above'),
    wrong('core/tree/saga.ts', imports('../replay/tape.ts'), 'above'),
    wrong('core/mutation/index.ts', imports('../replay/hash.ts'), 'above'),
    wrong('core/kanban/rules.ts', 'export const it = 1;', 'unknown'),
  ],
});

test('the order of domains is the one of the design, with the frame and groups beside access', () => {
  expect(DOMAINS.join(' ')).toBe(
    'access notice frame gate group work-item template manage tree link quick-action editor note epic text new-issue checklist keep filter roadmap sidebar presence command bulk',
  );
});

test('the order names every folder of core/ and no other', () => {
  const folders = readdirSync(path.join(import.meta.dirname, '../../core'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['testing', 'dist', 'node_modules'].includes(entry.name))
    .map(({ name }) => name);
  expect([...DOMAINS, ...FOUNDATIONS, ...ABOVE_PLANNER].sort()).toEqual(folders.sort());
});

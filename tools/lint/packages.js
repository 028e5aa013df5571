/** Which package may import which (rule 1 of CONTRIBUTING.md): core/ stands alone, server/ asks the rules, src/ knows the core by its name. */
import { onImports, placeOf, targetOf } from './layout.js';

const PACKAGES = new Set(['core', 'src', 'server', 'e2e', 'tools', 'sim']);

/** The server in memory that the simulation talks to: tests of every package may talk to it too. */
const isServerInMemory = ({ file }) => file.startsWith('sim/server/');

/** The messageId of the rule that an import breaks, or undefined. */
function fault(from, { place: to, byName }) {
  const crossing = to.package !== from.package;
  if (crossing && from.test && isServerInMemory(to)) return undefined;
  if (from.package === 'core') {
    if (byName && !crossing) return 'ownName';
    if (crossing && !(from.test && to.package === 'fixtures')) return 'coreAlone';
  } else if (to.package === 'core' && !byName && (from.package === 'server' || from.package === 'src')) {
    return 'byName';
  } else if (from.package === 'server') {
    if (to.package === 'core') return serverMayAsk(to, from.test) ? undefined : 'serverAsksRules';
    if (crossing && PACKAGES.has(to.package)) return 'serverAlone';
  } else if (from.package === 'src') {
    if (crossing && to.package !== 'core' && PACKAGES.has(to.package)) return 'viewAsksCore';
  }
  if (
    to.package === 'core' &&
    to.part === 'testing' &&
    !from.test &&
    (from.package === 'core' || from.package === 'src')
  ) {
    return 'testingInTests';
  }
  return undefined;
}

function serverMayAsk(to, test) {
  if (to.part === 'api' || to.part === 'access') return true;
  if (to.part === 'testing') return test;
  return /^core\/[^/]+\/rules\.ts$/.test(to.file);
}

/** @type {import('eslint').Rule.RuleModule} */
export const packages = {
  meta: {
    type: 'problem',
    docs: { description: 'imports between core/, src/ and server/ go one way' },
    schema: [],
    messages: {
      coreAlone:
        'core/ imports nothing of {{to}}: pass what it needs in through a port or as an argument. (Its tests may talk to the server in memory, sim/server.)',
      ownName: 'Inside core/ import by relative path; @espalier/core is the name for the other packages.',
      byName:
        "Import the core by its package name: '@espalier/core', '@espalier/core/tree' or '@espalier/core/tree/rules'.",
      serverAsksRules:
        "server/ may import only '@espalier/core/<domain>/rules', '@espalier/core/api' and '@espalier/core/access' (tests also '@espalier/core/testing'): export the rule from that domain's rules.ts.",
      serverAlone: 'server/ imports nothing of {{to}}: what both need is a rule of core/.',
      viewAsksCore: 'src/ imports nothing of {{to}}: ask the core, which asks the server through its ports.',
      testingInTests: 'core/testing is for tests. What production code needs belongs to a domain or a port.',
    },
  },
  create(context) {
    const from = placeOf(context);
    return onImports((node, specifier) => {
      const target = targetOf(from, specifier);
      if (!target.place) return;
      const messageId = fault(from, target);
      if (messageId) context.report({ node, messageId, data: { to: `${target.place.package}/` } });
    });
  },
};

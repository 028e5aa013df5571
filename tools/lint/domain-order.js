/** The direction between the domains of core/ (rule 2 of CONTRIBUTING.md). Tests and core/testing may import any. */
import { ABOVE_PLANNER, DOMAINS, FOUNDATIONS, onImports, placeOf, targetOf } from './layout.js';

/** @type {import('eslint').Rule.RuleModule} */
export const domainOrder = {
  meta: {
    type: 'problem',
    docs: {
      description:
        'a domain of core/ imports earlier domains only; foundations import none; only planner.ts, and what stands above it, knows all',
    },
    schema: [],
    messages: {
      unknown:
        'core/{{part}} has no place in the order of domains: add it to DOMAINS, FOUNDATIONS or ABOVE_PLANNER in tools/lint/layout.js, after the domains it imports.',
      later:
        'core/{{from}} comes before core/{{to}} and may not import it. Take the value as an argument, move the rule to core/{{to}}, or wire the two in core/planner.ts. Order: {{order}}.',
      foundation:
        'core/{{from}} knows no domain, so it may not import core/{{to}}. Make it generic and let core/planner.ts hand in what is particular.',
      planner:
        'Only core/planner.ts knows every domain, and no domain knows it: take what you need as an argument or through the saga context.',
      above:
        'core/{{to}} stands above the planner: it runs it from outside. Nothing in core/ may need it, index.ts included; whoever uses it imports @espalier/core/{{to}}.',
    },
  },
  create(context) {
    const from = placeOf(context);
    if (from.package !== 'core' || from.test || ABOVE_PLANNER.includes(from.part)) return {};
    const known = (part) => part === '' || DOMAINS.includes(part) || FOUNDATIONS.includes(part) || part === 'testing';
    return {
      Program(node) {
        if (!known(from.part)) context.report({ node, messageId: 'unknown', data: { part: from.part } });
      },
      ...onImports((node, specifier) => {
        const to = targetOf(from, specifier).place;
        if (to?.package !== 'core' || to.part === from.part) return;
        const data = { from: from.part, to: to.part, order: DOMAINS.join(', ') };
        if (ABOVE_PLANNER.includes(to.part)) context.report({ node, messageId: 'above', data });
        else if (from.part === '') return;
        else if (to.part === '') {
          if (/^core\/(planner|index)(\.ts)?$/.test(to.file)) context.report({ node, messageId: 'planner' });
        } else if (DOMAINS.includes(to.part)) {
          if (FOUNDATIONS.includes(from.part)) context.report({ node, messageId: 'foundation', data });
          else if (DOMAINS.indexOf(to.part) > DOMAINS.indexOf(from.part) && DOMAINS.includes(from.part)) {
            context.report({ node, messageId: 'later', data });
          }
        }
      }),
    };
  },
};

/** Every test runs, always: no focused, skipped, planned or expected-to-fail ones. */
const BLOCKS = new Set(['test', 'it', 'describe']);
const MODIFIERS = new Set(['only', 'skip', 'todo', 'failing']);
const ALIASES = new Set(['fit', 'xit', 'xtest', 'fdescribe', 'xdescribe']);

/** @type {import('eslint').Rule.RuleModule} */
export const testsRun = {
  meta: {
    type: 'problem',
    docs: { description: 'no .only, .skip, .todo or .failing' },
    schema: [],
    messages: {
      modifier:
        '`{{name}}` keeps tests from running: finish the test or delete it (what is missing is said in an issue).',
    },
  },
  create(context) {
    const root = (node) => (node.type === 'MemberExpression' ? root(node.object) : node);
    return {
      MemberExpression(node) {
        const start = root(node);
        if (
          node.computed ||
          !MODIFIERS.has(node.property.name) ||
          start.type !== 'Identifier' ||
          !BLOCKS.has(start.name)
        )
          return;
        context.report({ node, messageId: 'modifier', data: { name: `${start.name}.${node.property.name}` } });
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && ALIASES.has(node.callee.name)) {
          context.report({ node, messageId: 'modifier', data: { name: node.callee.name } });
        }
      },
    };
  },
};

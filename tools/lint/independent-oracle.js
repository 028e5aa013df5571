/**
 * The oracle of the simulation says a second time what must be true. Client, model and server share the rules of the core, so a mistake in them would
 * pass by an oracle that asked them too: it takes types, and nothing that runs.
 */

/** @type {import('eslint').Rule.RuleModule} */
export const independentOracle = {
  meta: {
    type: 'problem',
    docs: { description: 'the oracle of the simulation imports types only' },
    schema: [],
    messages: {
      value:
        "The oracle imports types only ('{{from}}' runs): what it checks by the rules that it checks is not checked. Say it again here, by plain lists and counting.",
    },
  },
  create(context) {
    const isType = (node) =>
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (node.specifiers?.length > 0 && node.specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type'));
    const check = (node) => {
      // The oracle may be in several files, all under this rule.
      if (node.source && !isType(node) && !/^\.\/oracle[\w-]*\.ts$/.test(String(node.source.value))) {
        context.report({ node, messageId: 'value', data: { from: String(node.source.value) } });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** The view touches the world only in src/ports: everything else dispatches and subscribes (RP-02). */
import { globalReferences, onImports } from './layout.js';

const PACKAGES = /^(axios|graphql-request|@rails\/actioncable)(\/|$)/;
const GLOBALS = {
  fetch: 'the network',
  XMLHttpRequest: 'the network',
  WebSocket: 'the network',
  EventSource: 'the network',
  localStorage: 'storage',
  sessionStorage: 'storage',
  indexedDB: 'storage',
};
const WINDOWS = new Set(['window', 'globalThis', 'self']);

/** @type {import('eslint').Rule.RuleModule} */
export const viewThroughPorts = {
  meta: {
    type: 'problem',
    docs: { description: 'network and storage are used in src/ports only' },
    schema: [],
    messages: {
      package:
        '{{name}} is used in src/ports only: dispatch an action and let a saga of the core ask through its port.',
      global: '`{{name}}` is {{what}}, used in src/ports only: dispatch an action and let the core use its port.',
    },
  },
  create(context) {
    return {
      ...onImports((node, specifier) => {
        if (PACKAGES.test(specifier)) context.report({ node, messageId: 'package', data: { name: specifier } });
      }),
      MemberExpression(node) {
        if (node.computed || node.object.type !== 'Identifier') return;
        const name = node.property.name;
        if (WINDOWS.has(node.object.name) && Object.hasOwn(GLOBALS, name)) {
          context.report({ node, messageId: 'global', data: { name, what: GLOBALS[name] } });
        }
        if (node.object.name === 'document' && name === 'cookie') {
          context.report({ node, messageId: 'global', data: { name: 'document.cookie', what: 'storage' } });
        }
      },
      'Program:exit'() {
        for (const [name, node] of globalReferences(context.sourceCode)) {
          if (Object.hasOwn(GLOBALS, name))
            context.report({ node, messageId: 'global', data: { name, what: GLOBALS[name] } });
        }
      },
    };
  },
};

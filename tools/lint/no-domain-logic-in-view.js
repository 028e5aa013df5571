/**
 * A component holds no rule: if an `if` is about the domain, it belongs in core. What can be seen without types: importing rules,
 * making selectors, comparing with a value of the domain, comparing access levels, and digging in the state instead of asking a selector.
 */
import { onImports } from './layout.js';

/** The words that only the domain gives a meaning to, and where their rule lives. */
const WORDS = new Map([
  ...['opened', 'closed', 'OPENED', 'CLOSED'].map((word) => [word, 'work-item']),
  ...['epic', 'issue', 'task', 'incident', 'test_case', 'requirement', 'objective', 'key_result'].map((word) => [
    word,
    'work-item',
  ]),
  ...['EPIC', 'ISSUE', 'TASK', 'INCIDENT', 'TEST_CASE', 'REQUIREMENT', 'OBJECTIVE', 'KEY_RESULT'].map((word) => [
    word,
    'work-item',
  ]),
  ...['onTrack', 'needsAttention', 'atRisk'].map((word) => [word, 'work-item']),
  ...['blocks', 'is_blocked_by', 'relates_to'].map((word) => [word, 'link']),
]);
const EQUALITY = new Set(['===', '!==', '==', '!=']);
const ORDER = new Set(['<', '<=', '>', '>=']);
const LEVEL = /^(access_?level|role|max_?role|max_?access_?level)$/i;
const SELECTOR_HOOK = /^use(App|Planner)?(Selector|Select)$/;

const literal = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined);
const wordIn = (node) => {
  const value = literal(node);
  return value !== undefined && WORDS.has(value) ? value : undefined;
};
const lastName = (node) =>
  node.type === 'Identifier' ? node.name : node.type === 'MemberExpression' && !node.computed ? node.property.name : '';

/** @type {import('eslint').Rule.RuleModule} */
export const noDomainLogicInView = {
  meta: {
    type: 'problem',
    docs: { description: 'components subscribe and dispatch; rules live in core/' },
    schema: [],
    messages: {
      rules:
        '{{source}} holds rules; a component asks none. Export a selector from core/{{domain}}/select.ts that gives the answer, and read it here.',
      selector:
        'What follows from the state is asked of the core: write the selector there (core/<domain>/select.ts; over several domains core/selectors.ts), and test it without a page.',
      compare:
        "Comparing with '{{word}}' is a rule of the domain: let a selector (core/{{domain}}/select.ts) or a function of core/{{domain}}/rules.ts used by it give the answer. A look per value is a table: `icons[item.type]`.",
      level:
        'Who may do what is decided in core/access: read the permission (`permissions.canAdmin`, …) that the server gave.',
      state:
        'The view reads the visible state through selectors of core: export one from the domain (core/<domain>/select.ts) and pass it to the hook.',
    },
  },
  create(context) {
    const compared = (node, word) =>
      context.report({ node, messageId: 'compare', data: { word, domain: WORDS.get(word) } });
    return {
      ...onImports((node, specifier) => {
        const rules = /^@espalier\/core\/([^/]+)\/(?:.+\/)?rules$/.exec(specifier);
        if (rules) context.report({ node, messageId: 'rules', data: { source: specifier, domain: rules[1] } });
        if (specifier === 'reselect') context.report({ node, messageId: 'selector' });
      }),
      BinaryExpression(node) {
        if (EQUALITY.has(node.operator)) {
          // `typeof x === 'object'` and a component's own state called by a plain word are compared too, but never with these words.
          const word = wordIn(node.left) ?? wordIn(node.right);
          if (word !== undefined) compared(node, word);
        }
        if (ORDER.has(node.operator) || EQUALITY.has(node.operator)) {
          const number = [node.left, node.right].some(
            (side) => side.type === 'Literal' && typeof side.value === 'number',
          );
          if (number && [node.left, node.right].some((side) => LEVEL.test(lastName(side))))
            context.report({ node, messageId: 'level' });
        }
      },
      SwitchCase(node) {
        const word = wordIn(node.test);
        if (word !== undefined) compared(node.test, word);
      },
      CallExpression(node) {
        const { callee } = node;
        if (
          callee.type === 'MemberExpression' &&
          lastName(callee) === 'includes' &&
          callee.object.type === 'ArrayExpression'
        ) {
          const word = callee.object.elements.map(wordIn).find((found) => found !== undefined);
          if (word !== undefined) compared(node, word);
        }
        const [selector] = node.arguments;
        if (callee.type !== 'Identifier' || !SELECTOR_HOOK.test(callee.name)) return;
        if (selector?.type !== 'ArrowFunctionExpression' && selector?.type !== 'FunctionExpression') return;
        const state = selector.params[0];
        if (state?.type === 'ObjectPattern') context.report({ node: state, messageId: 'state' });
        if (state?.type !== 'Identifier') return;
        const [variable] = context.sourceCode
          .getDeclaredVariables(selector)
          .filter((declared) => declared.name === state.name);
        for (const { identifier } of variable?.references ?? []) {
          if (identifier.parent.type === 'MemberExpression' && identifier.parent.object === identifier) {
            context.report({ node: identifier.parent, messageId: 'state' });
          }
        }
      },
    };
  },
};

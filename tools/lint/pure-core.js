/** `core/` is pure (rule 1 of CONTRIBUTING.md, RP-01): time, randomness, storage and network enter through its ports. */
import { globalReferences } from './layout.js';

const CLOCK = 'Take the time from the clock port (`clock.now()`, `clock.today()`) or as an argument.';
const WAIT = 'Wait through the clock port: `clock.after(milliseconds, run)`.';
const NETWORK = 'Ask the server through the graphql or rest port.';
const STORAGE = 'Keep it through the storage port.';
const IDS = 'Take a new id from the ids port and let it travel in the action.';
const PAGE = 'The core knows no page: let the view or a port (visibility, navigation) tell it.';
const HOST = 'The core runs anywhere: hand the value in as an argument or through a port.';

const GLOBALS = {
  performance: CLOCK,
  setTimeout: WAIT,
  setInterval: WAIT,
  setImmediate: WAIT,
  clearTimeout: WAIT,
  clearInterval: WAIT,
  requestAnimationFrame: WAIT,
  requestIdleCallback: WAIT,
  fetch: NETWORK,
  XMLHttpRequest: NETWORK,
  WebSocket: NETWORK,
  EventSource: NETWORK,
  localStorage: STORAGE,
  sessionStorage: STORAGE,
  indexedDB: STORAGE,
  crypto: IDS,
  window: PAGE,
  document: PAGE,
  navigator: PAGE,
  location: PAGE,
  history: PAGE,
  self: HOST,
  globalThis: HOST,
  global: HOST,
  process: HOST,
  Buffer: HOST,
  console: 'Report through the log port: `log.error(message, detail)`.',
};

const SAGA_TIMERS = {
  delay: WAIT,
  debounce: WAIT,
  throttle: WAIT,
  retry: WAIT,
};
const TOOLKIT = {
  nanoid: IDS,
  createAsyncThunk: 'It makes ids and errors of its own: write a saga of the domain.',
};
const IMPORTED_NAMES = {
  'redux-saga/effects': SAGA_TIMERS,
  'redux-saga': SAGA_TIMERS,
  'typed-redux-saga': SAGA_TIMERS,
  '@redux-saga/core/effects': SAGA_TIMERS,
  '@reduxjs/toolkit': TOOLKIT,
};
const IMPORTED_PACKAGES = [
  [/^nanoid(\/|$)|^uuid(\/|$)/, IDS],
  [/^(axios|graphql-request)(\/|$)/, NETWORK],
  [
    /^(react|react-dom|react-redux|react-router-dom)(\/|$)/,
    'The core has no view: export a selector or an action for `src/` instead.',
  ],
  [/^graphql(\/|$)/, 'Operations are printed by `npm run codegen`; the core needs no GraphQL parser at run time.'],
  [/^node:|^(fs|path|os|http|https|crypto|timers|child_process|worker_threads)(\/|$)/, HOST],
];

const LOCAL_TIME =
  /^[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)$|^get(Year|TimezoneOffset)$|^to(DateString|TimeString)$/;
const DEFAULT_LOCALE = {
  toLocaleString: 0,
  toLocaleDateString: 0,
  toLocaleTimeString: 0,
  toLocaleLowerCase: 0,
  toLocaleUpperCase: 0,
  localeCompare: 1,
};
const DATE_ONLY = /^\s*\d{4}-\d{2}(-\d{2})?\s*$/;

const isName = (node, name) => node?.type === 'Identifier' && node.name === name;
const memberName = (node) =>
  node.computed ? (node.property.type === 'Literal' ? String(node.property.value) : undefined) : node.property.name;
const noLocale = (argument) =>
  argument === undefined ||
  isName(argument, 'undefined') ||
  (argument.type === 'ArrayExpression' && argument.elements.length === 0);

/** @type {import('eslint').Rule.RuleModule} */
export const pureCore = {
  meta: {
    type: 'problem',
    docs: { description: 'core/ has no ambient clock, randomness, network, storage, page or locale' },
    schema: [],
    messages: {
      global: '`{{name}}` is ambient; core/ is pure. {{instead}}',
      imported: '`{{name}}` from {{source}} is not for core/. {{instead}}',
      package: '{{source}} is not for core/. {{instead}}',
      now: `\`{{name}}\` reads the ambient clock. ${CLOCK}`,
      localDate:
        'A Date made from parts is in local time. Dates are civil days as YYYY-MM-DD strings: use core/calendar.',
      dateOnly: 'A day is not an instant: keep the YYYY-MM-DD string and use core/calendar.',
      localGetter:
        '`{{name}}` is in local time. Use core/calendar for civil days, or the getUTC… reading of an instant.',
      locale: '`{{name}}` without a locale depends on the machine. Pass the locale in, or compare code points.',
      random: '`Math.random` is ambient. Take ids from the ids port, and other randomness as an argument.',
    },
  },
  create(context) {
    /** Local names of whole packages: `import * as effects from 'redux-saga/effects'`. */
    const namespaces = new Map();
    const intl = (node) => {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || !isName(callee.object, 'Intl')) return;
      if (noLocale(node.arguments[0])) {
        context.report({ node, messageId: 'locale', data: { name: `Intl.${memberName(callee) ?? '?'}` } });
      }
    };
    return {
      ImportDeclaration(node) {
        const source = node.source.value;
        if (node.importKind === 'type') return;
        for (const [pattern, instead] of IMPORTED_PACKAGES) {
          if (pattern.test(source)) context.report({ node, messageId: 'package', data: { source, instead } });
        }
        const banned = IMPORTED_NAMES[source];
        if (!banned) return;
        for (const specifier of node.specifiers) {
          if (specifier.type === 'ImportSpecifier') {
            const name = specifier.imported.name ?? specifier.imported.value;
            const instead = Object.hasOwn(banned, name) ? banned[name] : undefined;
            if (instead && specifier.importKind !== 'type') {
              context.report({ node: specifier, messageId: 'imported', data: { name, source, instead } });
            }
          } else {
            namespaces.set(specifier.local.name, { source, banned });
          }
        }
      },
      MemberExpression(node) {
        const name = memberName(node);
        if (name === undefined) return;
        if (isName(node.object, 'Date') && name === 'now') {
          context.report({ node, messageId: 'now', data: { name: 'Date.now' } });
        }
        if (isName(node.object, 'Math') && name === 'random') context.report({ node, messageId: 'random' });
        const space = node.object.type === 'Identifier' ? namespaces.get(node.object.name) : undefined;
        if (space && Object.hasOwn(space.banned, name)) {
          context.report({
            node,
            messageId: 'imported',
            data: { name, source: space.source, instead: space.banned[name] },
          });
        }
      },
      NewExpression(node) {
        intl(node);
        if (!isName(node.callee, 'Date')) return;
        const [first] = node.arguments;
        if (!first) context.report({ node, messageId: 'now', data: { name: 'new Date()' } });
        else if (node.arguments.length > 1) context.report({ node, messageId: 'localDate' });
        else if (first.type === 'Literal' && typeof first.value === 'string' && DATE_ONLY.test(first.value)) {
          context.report({ node, messageId: 'dateOnly' });
        }
      },
      CallExpression(node) {
        intl(node);
        const { callee } = node;
        if (isName(callee, 'Date')) context.report({ node, messageId: 'now', data: { name: 'Date()' } });
        if (callee.type !== 'MemberExpression') return;
        const name = memberName(callee);
        if (name === undefined) return;
        if (LOCAL_TIME.test(name)) context.report({ node, messageId: 'localGetter', data: { name } });
        if (Object.hasOwn(DEFAULT_LOCALE, name) && noLocale(node.arguments[DEFAULT_LOCALE[name]])) {
          context.report({ node, messageId: 'locale', data: { name } });
        }
      },
      'Program:exit'() {
        for (const [name, node] of globalReferences(context.sourceCode)) {
          if (Object.hasOwn(GLOBALS, name))
            context.report({ node, messageId: 'global', data: { name, instead: GLOBALS[name] } });
        }
      },
    };
  },
};

import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { espalier } from './tools/lint/index.js';

const TESTS = ['**/*.test.{ts,tsx}', '**/*.spec.ts', '**/testing/**'];
const NODE_GLOBALS = Object.fromEntries(
  [
    'AbortController',
    'AbortSignal',
    'Buffer',
    'URL',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'performance',
    'process',
  ]
    .concat(['setImmediate', 'setInterval', 'setTimeout', 'structuredClone', 'TextDecoder', 'TextEncoder'])
    .map((name) => [name, 'readonly']),
);
const EXTENSION = '\\.(ts|tsx|js|mjs|cjs|css|json|svg|png|woff2|graphql)(\\?.*)?$';
const RELATIVE_WITHOUT_EXTENSION = `[source.value=/^\\.{1,2}(?!.*${EXTENSION})/]`;

const SYNTAX = [
  { selector: 'TSEnumDeclaration', message: "No enum: a union of literals, `type State = 'opened' | 'closed'`." },
  ...['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'].map((node) => ({
    selector: `${node}${RELATIVE_WITHOUT_EXTENSION}`,
    message: "Write the extension: './rules.ts'. Node and the build of core/ do not guess it.",
  })),
];
const NAMED_EXPORTS = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: one name for one thing, everywhere.',
};

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'data/', '.cache/', 'coverage/', '**/generated/'] },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    settings: { espalier: { root: import.meta.dirname } },
    plugins: { espalier },
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
      'no-restricted-syntax': ['error', ...SYNTAX, NAMED_EXPORTS],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'espalier/explained-exception': 'error',
      'espalier/packages': 'error',
      'espalier/domain-order': 'error',
      'espalier/server-order': 'error',
      'espalier/tests-run': 'error',
      'espalier/near-200-lines': ['warn', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: NODE_GLOBALS },
  },
  {
    files: ['*.config.{js,ts}', '**/*.d.ts', 'tools/scripts/jest/*.ts', 'tools/vite/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX] },
  },
  {
    files: ['core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'espalier/pure-core': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'react-hooks/purity': 'error',
      'react-hooks/set-state-in-render': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router-dom',
              importNames: ['Link', 'NavLink'],
              message:
                'Take `Link` of src/ui/link.tsx: that of the router brings 4 kB of a framework to the first page.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/ports/**', ...TESTS],
    rules: {
      'espalier/view-through-ports': 'error',
      'espalier/no-domain-logic-in-view': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['sim/oracle*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'espalier/independent-oracle': 'error' },
  },
  {
    files: TESTS,
    rules: { 'espalier/near-200-lines': 'off' },
  },
);

/**
 * The layout of the repository as the lint rules see it: packages, domains and their order (CONTRIBUTING.md).
 * A new domain of `core/` takes its place in DOMAINS; what no domain may know is a foundation.
 */
import path from 'node:path';

/** Later may import earlier, never the other way round. */
export const DOMAINS = [
  'access',
  'notice',
  'frame',
  'gate',
  'group',
  'work-item',
  'template',
  'manage',
  'tree',
  'link',
  'quick-action',
  'editor',
  'note',
  'epic',
  'text',
  'new-issue',
  'checklist',
  'keep',
  'filter',
  'roadmap',
  'sidebar',
  'presence',
  'command',
  'bulk',
];

/** These know no domain; any domain may import them. */
export const FOUNDATIONS = ['calendar', 'chart', 'table', 'entities', 'mutation', 'query', 'store', 'api', 'ports'];

/** These stand above the planner and may import anything of it; nothing in core/ imports them. */
export const ABOVE_PLANNER = ['replay'];

/** The folders of `server/`, and what folders need of the files beside them: later may import earlier. Other files beside them put the server together. */
export const SERVER_ORDER = [
  'version',
  'trust',
  'config',
  'db',
  'health',
  'http-errors',
  'operation',
  'deps',
  'base-url',
  'access',
  'auth',
  'command',
  'live',
  'jobs',
  'text',
  'store',
  'template',
  'label',
  'member',
  'user',
  'oidc',
  'note',
  'tree',
  'work-item',
  'milestone',
  'iteration',
  'place',
  'epic',
  'quick-action',
  'http',
  'graphql',
  'rest',
  'link',
  'import',
  'backup',
  'admin',
];

/** Where a file stands: `{ file, package, part, test }`, paths with `/` and relative to the root of the repository. */
export function placeOf(context) {
  const root = context.settings?.espalier?.root ?? context.cwd;
  return describePlace(path.relative(root, context.filename).split(path.sep).join('/'));
}

export function describePlace(file) {
  const [name = '', part = ''] = file.split('/');
  return {
    file,
    package: name,
    /** The folder below the package, or '' for a file directly in it. */
    part: file.split('/').length > 2 ? part : '',
    test: /\.(test|spec)\.[jt]sx?$|(^|\/)testing(-[\w-]+)?(\.tsx?$|\/)/.test(file),
  };
}

/**
 * What an import names: `{ place, byName }` for a file of this repository (`byName` when written `@espalier/…`), `{ dependency }` for
 * anything else.
 */
export function targetOf(from, specifier) {
  if (specifier.startsWith('.')) {
    return { place: describePlace(path.posix.normalize(path.posix.join(path.posix.dirname(from.file), specifier))) };
  }
  const own = /^@espalier\/(core|server)(?:\/(.*))?$/.exec(specifier);
  if (own) {
    const rest = own[2] ?? '';
    const file = rest === '' ? 'index.ts' : rest.includes('/') ? `${rest}.ts` : `${rest}/index.ts`;
    return { place: describePlace(`${own[1]}/${file}`), byName: true };
  }
  return { dependency: specifier };
}

/** Calls `visit(source node, specifier)` for every static, re-exported, dynamic and type import. */
export function onImports(visit) {
  const fromSource = (node) => {
    if (node.source?.type === 'Literal' && typeof node.source.value === 'string') visit(node.source, node.source.value);
  };
  return {
    ImportDeclaration: fromSource,
    ExportNamedDeclaration: fromSource,
    ExportAllDeclaration: fromSource,
    ImportExpression: fromSource,
    TSImportType: fromSource,
  };
}

/** Every reference to a name that the file does not declare itself, as `[name, identifier]`. */
export function globalReferences(sourceCode) {
  const scope = sourceCode.scopeManager.globalScope;
  const references = [
    ...scope.through,
    ...scope.variables.filter((variable) => variable.defs.length === 0).flatMap((variable) => variable.references),
  ];
  return [...new Set(references)]
    .filter((reference) => reference.isValueReference !== false)
    .map((reference) => [reference.identifier.name, reference.identifier]);
}

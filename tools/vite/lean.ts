import { stripIgnoredCharacters } from 'graphql';
import type { Plugin } from 'vite';

/** What is left out of the built client, or comes later, although its sources name it (docs/adr/0031). None of it can be noticed by a person. */

/** The client without what `change` takes out of the files that `id` matches. */
const rewriting = (name: string, id: RegExp, change: (code: string) => string): Plugin => ({
  name,
  apply: 'build',
  transform: { filter: { id }, handler: (code) => ({ code: change(code), map: null }) },
});

/**
 * The router is one module, and unused components of it stay in every build: calls of React and assignments of properties might have effects. The calls are
 * marked as pure, the names for React's developer tools are left out, and a class is given its context where it is declared.
 */
export const routerInParts = (code: string): string =>
  code
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
    .replace(
      /^(var (\w+) = class extends [\w.]+ \{)$([^]*?)^\2\.contextType = (\w+);$/gm,
      '$1 static contextType = $4;$3',
    );

/** Operations are sent as text (docs/adr/0008): without the white space between its tokens. */
export const operationsWithoutSpace = (code: string): string =>
  code.replace(/\btext: `([^`]*)`/g, (_, text: string) => `text: \`${stripIgnoredCharacters(text)}\``);

/**
 * Of what react-redux can do only drag and drop uses `connect`, a third of it, and a module cannot be loaded in parts. Drag and drop, which comes with the first
 * drag, therefore brings a copy of its own. It holds no state: the package keeps its context beside React's, and drag and drop has a store of its own anyway.
 */
export const ownCopyOf = (source: string, importer: string | undefined): boolean =>
  source === 'react-redux' && /\/node_modules\/react-beautiful-dnd\//.test(importer ?? '');

const dragWithItsOwnCopy: Plugin = {
  name: 'drag-with-its-own-copy',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!ownCopyOf(source, importer)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?of-drag-and-drop`;
  },
};

export const lean: readonly Plugin[] = [
  rewriting('router-in-parts', /\/node_modules\/react-router\//, routerInParts),
  rewriting('operations-without-space', /\/core\/api\/generated\/operations\//, operationsWithoutSpace),
  dragWithItsOwnCopy,
];

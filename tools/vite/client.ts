import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { SERVER_PAGES } from '../../core/frame/route.ts';
import { lean } from './lean.ts';

const client = fileURLToPath(new URL('../../src', import.meta.url));
const server = `http://127.0.0.1:${process.env.ESPALIER_SERVER_PORT ?? '3000'}`;

/** The packages of the first page. What has a query is a copy for another (lean.ts). */
const FIRST_PACKAGES =
  /\/node_modules\/(?:react|react-dom|react-redux|react-router|redux|redux-saga|@redux-saga|typed-redux-saga|@reduxjs|reselect)\/[^?]*$/;

/** The entry, and the controls that most pages have: each that two of the later chunks share would otherwise be a chunk of its own. */
const EVERY_PAGE =
  /\/src\/(?:ui\/(?:alert|button|classes|contrast|detail-page|dialog|empty-state|icon|label-pill|link|markup|menu|progress|tabs)|work-item\/(?:item-facts|item-line|item-signs|people)|group\/breadcrumbs|note\/activity-place|text\/text-place|checklist\/description|main)\.(?:module\.css|tsx?)$/;

/** The tree of children and its opening: pages of epics and of issues, and the roadmap, show it. */
const TREE = /\/(?:src\/(?:tree\/tree-(?:view|header|dialogs)|work-item\/item-header)|core\/openings)\.tsx?$/;

/** What later chunks share in small parts: each would be a chunk of its own, whose name the first page lists. */
const SHARED =
  /\/(?:src\/ui\/(?:field|source-line|use-edit-form|use-kept-focus)|core\/editor\/rules\/task-lines)\.tsx?$/;

/**
 * Style sheets come after the frame that `index.html` brings: in the head they would keep it from being painted. The scripts wait for them all the same, so that
 * nothing is drawn undressed. Those that are loaded later come behind them, as in the head: which rule wins is a matter of their order.
 */
const stylesAfterTheFrame: Plugin = {
  name: 'styles-after-the-frame',
  apply: 'build',
  transform: (code, id) =>
    id.includes('vite/preload-helper') ? code.replace('document.head.appendChild', 'document.body.appendChild') : null,
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const sheets = page.match(/^ *<link rel="stylesheet"[^>]*>\n/gm) ?? [];
      const without = sheets.reduce((text, sheet) => text.replace(sheet, ''), page);
      return without.replace('  </body>', `${sheets.join('')}  </body>`);
    },
  },
};

/** The sign of the product has one drawing: that of the tab's icon is written into the page, without the colours that are the tab's. */
const signInPage: Plugin = {
  name: 'sign-in-page',
  transformIndexHtml: {
    order: 'pre',
    handler(page) {
      const icon = readFileSync(path.join(client, 'frame/icon.svg'), 'utf8');
      const drawing = icon.replace(/<style>.*<\/style>|<\/?svg[^>]*>/g, '').trim();
      return page.replace('></symbol>', () => `>${drawing}</symbol>`);
    },
  },
};

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * In development vite answers its own paths, the files of `src/`, and every page (a GET that asks for HTML); the rest goes to the server:
 * /api, /-/, and the JSON and changes below the page routes.
 */
function answeredByVite(request: IncomingMessage): string | undefined {
  const url = request.url ?? '/';
  const pathname = decodeURI(url.split('?')[0] ?? '/');
  if (/^\/(@|__)/.test(pathname)) return url;
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  if (isFile(path.join(client, pathname)) || isFile(path.join(client, 'public', pathname))) return url;
  const page = (request.headers.accept ?? '').includes('text/html') && !SERVER_PAGES.test(url);
  return page ? '/index.html' : undefined;
}

/** The name of a class: its own, and its style sheet in four characters. The line in it, which vite adds, would only be sent for nothing. */
const scopedName = (name: string, file: string): string =>
  `${name}_${createHash('sha1')
    .update(path.relative(client, file.replace(/\?.*$/, '')))
    .digest('base64url')
    .slice(0, 4)}`;

export default defineConfig({
  root: client,
  cacheDir: fileURLToPath(new URL('../../.cache/vite', import.meta.url)),
  css: { modules: { generateScopedName: scopedName } },
  plugins: [react(), signInPage, stylesAfterTheFrame, ...lean],
  resolve: { conditions: ['espalier-source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    fs: { allow: ['..'] },
    proxy: { '^/': { target: server, ws: true, bypass: answeredByVite } },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    sourcemap: true,
    // docs/adr/0031: a group is what matches and everything that it imports, but for what groups of a higher priority have. Nothing has to be listed that a file imports.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // The entry lists all their names.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: 'vendor', test: FIRST_PACKAGES, priority: 3 },
            { name: 'product', test: EVERY_PAGE, priority: 2 },
            { name: 'tree', test: TREE, priority: 1 },
            { name: 'shared', test: SHARED, priority: 1 },
          ],
        },
      },
    },
    // Fonts and icons stay files of their own: cached by themselves, and no weight of a script.
    assetsInlineLimit: 0,
  },
});

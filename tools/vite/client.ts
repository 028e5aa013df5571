import react from '@vitejs/plugin-react';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { SERVER_PAGES } from '../../core/frame/route.ts';

const client = fileURLToPath(new URL('../../src', import.meta.url));
const server = `http://127.0.0.1:${process.env.ESPALIER_SERVER_PORT ?? '3000'}`;

/** The packages of the first page. */
const FIRST_PACKAGES =
  /\/node_modules\/(react|react-dom|react-redux|redux|redux-saga|@redux-saga|typed-redux-saga|reselect|scheduler|react-router|react-router-dom|@reduxjs|immer|cookie|set-cookie-parser|use-sync-external-store)\//;

/** The controls that most pages have: one chunk, or each that two of the later ones share would be one of its own. */
const COMMON_CONTROLS =
  /\/src\/(?:ui\/(?:alert|button|classes|contrast|detail-page|dialog|empty-state|icon|label-pill|menu|progress|tabs|use-followed-links)|work-item\/(?:item-facts|item-line|item-signs|people))\.(?:module\.css|tsx?)/;

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

export default defineConfig({
  root: client,
  cacheDir: fileURLToPath(new URL('../../.cache/vite', import.meta.url)),
  plugins: [react(), signInPage, stylesAfterTheFrame],
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
    // Few chunks compress better than many small ones: what every page needs is two of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /\/core\/(?!replay\/(?!tape)|testing\/|keep\/|[\w-]+\/drafts\.ts|roadmap\/|filter\/|sidebar\/|link\/|command\/|access\/tokens\/|work-item\/(?:fields\/(?:index|queries|saga|select|texts)|list\/(?:index|view|address))\.ts|epic\/list-page\.ts|tree\/(?:searches|reference-queries)\.ts|api\/(?:rest-links|generated\/operations\/(?:roadmap|epic-sidebar|links|command-search|move-targets|references|item-fields))|mutation\/queue|(?:drag-selectors|link-subjects)\.ts|[\w-]+\/(?:inverse[\w-]*|select\/drop|rules\/(?:drag|key-names))\.ts|calendar\/rules\/(?:picking|reading)\.ts)/,
              priority: 2,
            },
            { name: 'vendor', test: FIRST_PACKAGES, priority: 1 },
            { name: 'ui', test: COMMON_CONTROLS, priority: 1 },
          ],
        },
      },
    },
    // Fonts and icons stay files of their own: cached by themselves, and no weight of a script.
    assetsInlineLimit: 0,
  },
});

import react from '@vitejs/plugin-react';
import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const client = fileURLToPath(new URL('./src', import.meta.url));
const server = `http://127.0.0.1:${process.env.ESPALIER_SERVER_PORT ?? '3000'}`;

/** What the server itself answers though a browser asks for HTML: all of /-/ but the client's own pages there, and one-time sign-in links. */
const SERVER_PAGES = /^\/api\/|^\/-\/(?!(sign-in|first-run|password|gallery)$)|^\/-\/sign-in\?/;

/** The packages of the first page. */
const FIRST_PACKAGES =
  /\/node_modules\/(react|react-dom|react-redux|redux|redux-saga|@redux-saga|typed-redux-saga|reselect|scheduler|react-router|react-router-dom|axios|graphql-request|@reduxjs|immer|cookie|set-cookie-parser|use-sync-external-store)\//;

/** The controls that most pages have: one chunk, or each that two of the later ones share would be one of its own. */
const COMMON_CONTROLS =
  /\/src\/(?:ui\/(?:alert|badge|button|classes|contrast|dialog|edited-by|icon|label-pill|markup|menu|empty-state|skeleton|rules\/tabs|spinner|switch|tabs|use-followed-links|use-query-tab|web-path)|work-item\/(?:assignees|confidential|item-label|state-look))\.(?:module\.css|tsx?)/;

const NO_FETCH = '\0axios-without-fetch';

/** axios asks by XMLHttpRequest where there is one, as in every browser. The code of its other way stays out of the first page. */
const axiosWithoutFetch: Plugin = {
  name: 'axios-without-fetch',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    source === './fetch.js' && /\/axios\/lib\/adapters\//.test(importer ?? '') ? NO_FETCH : null,
  load: (id) => (id === NO_FETCH ? 'export const getFetch = () => null;' : null),
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
  cacheDir: fileURLToPath(new URL('./.cache/vite', import.meta.url)),
  plugins: [react(), axiosWithoutFetch],
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
              test: /\/core\/(?!replay\/(?!tape)|testing\/|roadmap\/|filter\/|sidebar\/|link\/|command\/|work-item\/state\/|api\/(?:rest-links|generated\/operations\/(?:roadmap|epic-sidebar|links|command-search|work-item-state))|sync\/line|[\w-]+\/(?:inverse[\w-]*|reversals|saga\/restore)\.ts|calendar\/rules\/picking\.ts)/,
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

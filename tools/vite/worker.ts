import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import type { KeptFiles } from '../../src/ports/keep-files.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const client = here('../../dist/client');

/** Scripts, styles, pictures, and the fonts of Latin letters; the other alphabets are fetched when a page shows one. */
const KEPT = /\.(?:js|css|svg|png)$|-latin(?:-ext)?-.*\.woff2$/;

/** The files of the client that was just built. */
function keptFiles(): KeptFiles {
  const page = readFileSync(path.join(client, 'index.html'), 'utf8');
  const version = /<script type="module"[^>]*\bsrc="([^"]+)"/.exec(page)?.[1];
  if (version === undefined) throw new Error('dist/client/index.html names no script: build the client first.');
  const assets = readdirSync(path.join(client, 'assets')).filter((name) => KEPT.test(name));
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
  return {
    version,
    files: [{ url: '/', revision }, ...assets.sort().map((name) => ({ url: `/assets/${name}`, revision: null }))],
  };
}

/** The service worker, built after the client, whose files it names. One file at the root: a worker rules over the folder it lies in. */
export default defineConfig(({ command }) => ({
  root: here('../../src'),
  publicDir: false,
  resolve: { conditions: ['espalier-source', ...defaultClientConditions] },
  define: command === 'build' ? { KEPT: JSON.stringify(keptFiles()) } : {},
  build: {
    outDir: client,
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: here('../../src/ports/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
}));

import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build, defaultClientConditions } from 'vite';

/** A page with everybody on it, by its folder in tools/bench/view, and where it is built. */
export type PageName = 'page' | 'roadmap/page';

const outOf = (page: PageName): string => path.resolve('tools/bench/dist/view', page);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Builds a page as the product is built. */
export async function buildPage(page: PageName): Promise<void> {
  await build({
    configFile: false,
    root: path.resolve('tools/bench/view', page),
    base: './',
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      conditions: ['espalier-source', ...defaultClientConditions],
      // The peers bring copies of their own, and one page can have but one.
      dedupe: ['react', 'react-dom'],
    },
    build: {
      outDir: outOf(page),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
    },
  });
}

/** Serves a built page on this machine; gives its address. */
export async function servePage(page: PageName): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(outOf(page), pathname === '/' ? 'index.html' : path.normalize(pathname));
    readFile(file).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

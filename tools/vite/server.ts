import { fileURLToPath } from 'node:url';
import { defaultServerConditions, defineConfig } from 'vite';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const conditions = ['espalier-source', ...defaultServerConditions];

/**
 * The server and its command-line tools, built because Node 20 cannot run TypeScript. Packages stay imports; the core is taken in from
 * its source. Chunks lie flat beside main.js, so that `import.meta.url` points into dist/server from every one of them:
 * the worker is `./pglite-worker.js`, the client `../client/`, the fixtures `../../fixtures/`.
 */
export default defineConfig({
  publicDir: false,
  resolve: { conditions },
  ssr: {
    noExternal: [/^@espalier\//],
    resolve: { conditions },
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: here('../../server/main.ts'),
        'pglite-worker': here('../../server/db/pglite-worker.ts'),
        'tools/backup': here('../backup.ts'),
        'tools/import': here('../import.ts'),
        'tools/restore': here('../restore.ts'),
        'tools/sign-in-link': here('../sign-in-link.ts'),
        'tools/token': here('../token.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});

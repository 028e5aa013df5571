import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * `npm run replay`, built because Node 20 cannot run TypeScript. The core stays an import, of core/dist: a rule that is read with `--rule` then shares it,
 * and nothing of the server is needed.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/replay',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: fileURLToPath(new URL('../replay.ts', import.meta.url)) },
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
  // Vite takes a linked package in, otherwise.
  ssr: { external: ['@espalier/core'] },
});

import { fileURLToPath } from 'node:url';
import { defaultServerConditions, defineConfig } from 'vite';
import { plantMutant } from '../../sim/plant.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const conditions = ['espalier-source', ...defaultServerConditions];

/** Set by `npm run sim:mutants`: the bug to plant in this build, and where the build goes. */
const { SIM_MUTANT: mutant, SIM_OUT: out = 'dist/sim' } = process.env;

/** The simulation, built because Node 20 cannot run TypeScript. */
export default defineConfig({
  publicDir: false,
  plugins: mutant === undefined ? [] : [plantMutant(here('../../'), mutant)],
  resolve: { conditions },
  ssr: {
    noExternal: [/^@espalier\//],
    resolve: { conditions },
  },
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: here('../../sim/main.ts') },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});

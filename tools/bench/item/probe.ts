import react from '@vitejs/plugin-react';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { build, defaultClientConditions } from 'vite';

/** Builds the script that measures in a page, with the bare form in it: the same for the product's page and for the form's. */
export async function buildProbe(): Promise<string> {
  const built = await build({
    configFile: false,
    root: path.resolve('tools/bench/item/page'),
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { conditions: ['espalier-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
    build: {
      ...{ write: false, target: 'es2022' },
      lib: { entry: path.resolve('tools/bench/item/page/main.tsx'), formats: ['iife'], name: 'itemBench' },
    },
  });
  const [first] = [built].flat();
  if (first === undefined || !('output' in first)) throw new Error('The script was not built');
  return first.output[0].code;
}

/** A page of the server without scripts of its own, on which the form is put. */
export const EMPTY_PAGE = '/-/health';

/** Puts the script into a page: not as an element, which the product's policy for contents forbids. */
export const inject = (page: Page, probe: string): Promise<unknown> => page.evaluate(probe);

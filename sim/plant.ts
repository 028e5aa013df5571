import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutants.ts';
import { MUTANTS } from './mutants.ts';

/** A text with a bug planted in it. Throws where what is looked for does not stand there exactly once. */
export function planted(source: string, mutant: Mutant): string {
  const places = [{ find: mutant.find, put: mutant.put }, ...(mutant.also === undefined ? [] : [mutant.also])];
  let text = source;
  for (const { find, put } of places) {
    const count = text.split(find).length - 1;
    if (count !== 1) {
      throw new Error(
        `${mutant.name}: "${find}" stands ${count} times in ${mutant.file}, not once. Plant the bug anew (sim/mutants.ts).`,
      );
    }
    text = text.replace(find, () => put);
  }
  return text;
}

interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly transform: (source: string, id: string) => { readonly code: string; readonly map: null } | null;
  readonly buildEnd: () => void;
}

/** Plants the bug of a name while the simulation is built; the file itself stays as it is. */
export function plantMutant(root: string, name: string): Plugin {
  const mutant = MUTANTS.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant "${name}".`);
  const file = path.join(root, mutant.file);
  planted(readFileSync(file, 'utf8'), mutant);
  let done = false;
  return {
    name: 'plant-mutant',
    enforce: 'pre',
    transform(source, id) {
      if (path.normalize(id.split('?')[0] ?? '') !== file) return null;
      done = true;
      return { code: planted(source, mutant), map: null };
    },
    buildEnd() {
      if (!done) throw new Error(`${mutant.file} is not part of the simulation.`);
    },
  };
}

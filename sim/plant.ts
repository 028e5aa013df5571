import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

/** The files that a bug changes. */
export const filesOf = ({ file, elsewhere }: Mutant): readonly string[] =>
  elsewhere === undefined ? [file] : [file, elsewhere.file];

/** The text of one of its files with a bug planted in it. Throws where what is looked for does not stand there exactly once. */
export function planted(source: string, mutant: Mutant, file = mutant.file): string {
  const { find, put, also, elsewhere } = mutant;
  const own = [{ find, put }, ...(also === undefined ? [] : [also])];
  const places = file === elsewhere?.file ? [elsewhere] : own;
  let text = source;
  for (const { find, put } of places) {
    const count = text.split(find).length - 1;
    if (count !== 1) {
      throw new Error(
        `${mutant.name}: "${find}" stands ${count} times in ${file}, not once. Plant the bug anew (sim/mutants.ts).`,
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
  for (const file of filesOf(mutant)) planted(readFileSync(path.join(root, file), 'utf8'), mutant, file);
  const left = new Set(filesOf(mutant));
  return {
    name: 'plant-mutant',
    enforce: 'pre',
    transform(source, id) {
      const file = path.relative(root, path.normalize(id.split('?')[0] ?? ''));
      if (!filesOf(mutant).includes(file)) return null;
      left.delete(file);
      return { code: planted(source, mutant, file), map: null };
    },
    buildEnd() {
      if (left.size > 0) throw new Error(`${[...left].join()} is not part of the simulation.`);
    },
  };
}

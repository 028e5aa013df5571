import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Change, Mutant } from './mutant.ts';
import { filesBelow } from '../tools/scripts/lib/hash.mjs';
import { MUTANTS } from './mutants.ts';

const MARKER = /^[ \t]*\/\/ mutant: (.+)$/gm;
const COMMENTS = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;

/** The changes of a bug, by the markers of their places. */
export const changesOf = (mutant: Mutant): ReadonlyMap<string, Change> =>
  new Map([
    [mutant.name, mutant],
    ...(mutant.also === undefined ? [] : [[`${mutant.name}, also`, mutant.also] as const]),
  ]);

/** The markers of a file, in their order. */
export const markersIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(MARKER), ([, marker = '']) => marker);

/** A file with one change made below its marker, which stands there. Throws where the words of the change do not stand there exactly once. */
export function planted(source: string, marker: string, change: Change): string {
  const mark = [...source.matchAll(MARKER)].find(([, name]) => name === marker);
  if (mark === undefined) throw new Error(`There is no marker "// mutant: ${marker}".`);
  // What other markers say is no code: words are not looked for in it.
  const blank = source.replaceAll(MARKER, (line) => ' '.repeat(line.length));
  const { start, end } = codeBehind(blank, mark.index);
  const code = source.slice(start, end);
  const changed = changedCode(code, blank.slice(start, end), marker, change);
  if (changed === code) throw new Error(`${marker}: it changes nothing.`);
  const isListed = source[end] === ',';
  return source.slice(0, start) + changed + source.slice(changed === '' && isListed ? end + 1 : end);
}

/** The largest piece of syntax that begins with the first code behind a place. */
function codeBehind(text: string, from: number): { readonly start: number; readonly end: number } {
  COMMENTS.lastIndex = from;
  COMMENTS.test(text);
  const start = COMMENTS.lastIndex;
  const file = ts.createSourceFile('planted.ts', text, ts.ScriptTarget.Latest, true);
  let end = start;
  const visit = (node: ts.Node): void => {
    if (node.end <= start || node.pos > start) return;
    if (node.getStart(file) === start) end = Math.max(end, node.end);
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  if (end === start) throw new Error(`No statement and no expression begins with "${text.slice(start, start + 40)}".`);
  return { start, end };
}

function changedCode(code: string, blank: string, marker: string, change: Change): string {
  if ('drop' in change) return '';
  if ('instead' in change) return change.instead;
  if ('then' in change) return `${code}\n${change.then}`;
  const place = (words: string): number => {
    const count = blank.split(words).length - 1;
    if (count === 1) return blank.indexOf(words);
    throw new Error(`${marker}: "${words}" stands ${count} times behind its marker, not once (sim/mutants.ts).`);
  };
  if ('replace' in change) {
    const [words, others] = change.replace;
    const at = place(words);
    return code.slice(0, at) + others + code.slice(at + words.length);
  }
  const [first = '', second = ''] = change.swap.toSorted((a, b) => place(a) - place(b));
  const [at, next] = [place(first), place(second)];
  return code.slice(0, at) + second + code.slice(at + first.length, next) + first + code.slice(next + second.length);
}

/** The files of the root that a planted bug changes, with their changed source, by path. */
export function plantedFiles(root: string, name: string): Readonly<Record<string, string>> {
  const { transform } = plantMutant(root, name);
  const files = ['core', 'server'].flatMap((folder) => filesBelow(root, folder)).filter((file) => file.endsWith('.ts'));
  const changed = files.flatMap((file) => {
    const { code } = transform(readFileSync(path.join(root, file), 'utf8'), path.join(root, file)) ?? {};
    return code === undefined ? [] : [[file, code] as const];
  });
  return Object.fromEntries(changed);
}

interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly transform: (source: string, id: string) => { readonly code: string; readonly map: null } | null;
  readonly buildEnd: (error?: Error) => void;
}

/** Plants the bug of a name while the simulation is built; the files of the root themselves stay as they are. */
export function plantMutant(root: string, name: string): Plugin {
  const mutant = MUTANTS.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant "${name}".`);
  const changes = changesOf(mutant);
  const left = new Set(changes.keys());
  return {
    name: 'plant-mutant',
    enforce: 'pre',
    transform(source, id) {
      if (path.relative(root, path.normalize(id)).startsWith('..')) return null;
      let code = source;
      for (const marker of markersIn(source)) {
        const change = changes.get(marker);
        if (change === undefined) continue;
        code = planted(code, marker, change);
        left.delete(marker);
      }
      return code === source ? null : { code, map: null };
    },
    buildEnd(error) {
      if (error === undefined && left.size > 0) throw new Error(`${[...left].join()} is not part of the simulation.`);
    },
  };
}

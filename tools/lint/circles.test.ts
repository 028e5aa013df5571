import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Rule 2 of CONTRIBUTING.md: imports have one direction, between files too. */

const ROOT = path.join(import.meta.dirname, '../..');

type Graph = ReadonlyMap<string, readonly string[]>;

/** Without what `npm run codegen` writes: operations and their types name each other. */
function filesIn(part: string): string[] {
  return readdirSync(path.join(ROOT, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file) && !/(^|\/)(node_modules|dist|generated)\//.test(file))
    .map((file) => `${part}/${file}`);
}

const TYPES = /^(import|export) type [^;]*;$/gm;

function importsOf(file: string, withTypes: boolean): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const { importedFiles } = ts.preProcessFile(withTypes ? text : text.replaceAll(TYPES, ''), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName));
}

/** Of each circle one way around it. */
function circlesIn(graph: Graph): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file]);
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

test('a circle is seen, and what two files import is none', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d']],
    ['d', []],
  ]);
  expect(circlesIn(graph)).toEqual([]);
  expect(circlesIn(new Map([...graph, ['d', ['b']]]))).toEqual([['b', 'd', 'b']]);
});

test.each([
  { parts: ['core', 'server', 'src', 'tools', 'e2e'], withTypes: true },
  // The parts of a simulation know the whole by its type.
  { parts: ['sim'], withTypes: false },
])('no files of $parts import each other in a circle, types included: $withTypes', ({ parts, withTypes }) => {
  const files = parts.flatMap(filesIn);
  expect(files.length).toBeGreaterThan(100);
  expect(circlesIn(new Map(files.map((file) => [file, importsOf(file, withTypes)])))).toEqual([]);
});

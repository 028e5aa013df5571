// How much JavaScript a page needs, from vite's manifest of the client build.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** What may be loaded, gzipped, until the tree of an epic can be used. */
export const LIMIT = 220_000;

/** The keys of the manifest that a chunk loads at once: itself and its static imports. */
function staticClosure(manifest, key, found = new Set()) {
  if (found.has(key)) return found;
  if (!manifest[key]) throw new Error(`The manifest names no ${key}.`);
  found.add(key);
  for (const next of manifest[key].imports ?? []) staticClosure(manifest, next, found);
  return found;
}

/**
 * Sizes of a built client: `{ chunks: [{ file, bytes, first }], first, entry, page }`, bytes gzipped, largest first. `first` marks what the
 * epic page loads before its tree can be used: the entry, the chunk of the page (`isPage(source)`), and all their static imports.
 */
export function measure(folder, isPage) {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
  const pages = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && isPage(manifest[key].src ?? key));
  const early = new Set(
    [...entries, ...pages].flatMap((key) => [...staticClosure(manifest, key)]).map((key) => manifest[key].file),
  );
  const chunks = readdirSync(folder, { recursive: true })
    .map((file) => String(file).split(path.sep).join('/'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      file,
      bytes: gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length,
      first: early.has(file),
    }))
    .sort((a, b) => b.bytes - a.bytes);
  const first = chunks.filter((chunk) => chunk.first).reduce((sum, chunk) => sum + chunk.bytes, 0);
  return { chunks, first, entries, pages };
}

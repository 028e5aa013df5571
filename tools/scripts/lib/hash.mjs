// Content hashes of files, to know whether something built from them is still right.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.cache']);
const NOT_BUILT = /\.(test|spec)\.[jt]sx?$|\.md$/;

/** All files below `entry` (or itself), relative to `root` and sorted; without what is built or installed. */
export function filesBelow(root, entry) {
  let stat;
  try {
    stat = statSync(path.join(root, entry));
  } catch {
    return [];
  }
  if (stat.isFile()) return [entry];
  return readdirSync(path.join(root, entry), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((child) => filesBelow(root, `${entry}/${child.name}`));
}

/** A hash over names and contents of sources: tests and prose are left out, a file that does not exist counts as absent. */
export function hashOf(root, entries) {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesBelow(root, entry))) {
    if (NOT_BUILT.test(file)) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

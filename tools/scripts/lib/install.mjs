// The packages: installed when they are missing or are not what package-lock.json says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './hash.mjs';
import { npm, npmOptions, ROOT, run } from './process.mjs';

const STAMP = 'node_modules/.espalier-lock';
const LOWEST_NODE = [20, 19];

/** Ends the process with an explanation where this Node is too old. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  console.error(
    `Espalier needs Node ${LOWEST_NODE.join('.')} or newer; this is Node ${version}. See https://nodejs.org.`,
  );
  process.exit(1);
}

const lockHash = (root) => hashOf(root, ['package-lock.json']);

/** True when npm's own record of what it installed says the same as the lock: npm was then run by hand. */
function installedAsLocked(root) {
  try {
    const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
    const installed = JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')).packages;
    return Object.entries(locked).every(([name, entry]) => {
      if (!name.includes('node_modules/') || entry.extraneous) return true;
      const found = installed[name];
      if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true;
      return found.version === entry.version && existsSync(path.join(root, name));
    });
  } catch {
    return false;
  }
}

/** True when the packages of the folder are there and are those of its lock. */
export function isInstalled(root) {
  const stamp = path.join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockHash(root)) return true;
  if (!installedAsLocked(root)) return false;
  writeFileSync(stamp, `${lockHash(root)}\n`);
  return true;
}

/**
 * Installs the packages of the lock of a folder of the repository where that is needed. What npm prints goes to stderr. Ends the process
 * where it fails.
 */
export async function ensureInstalled(folder = '.') {
  checkNode();
  const root = path.join(ROOT, folder);
  if (isInstalled(root)) return;
  console.error(`Installing packages${folder === '.' ? '' : ` of ${folder}/`} (npm ci) …`);
  const { code } = await run(npm(), ['ci', '--no-audit', '--no-fund'], { cwd: root, toStderr: true, ...npmOptions() });
  if (code !== 0) {
    console.error('npm ci failed; its message is above.');
    process.exit(code);
  }
  writeFileSync(path.join(root, STAMP), `${lockHash(root)}\n`);
}

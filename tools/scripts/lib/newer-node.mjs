// A newer Node than the lowest one that Espalier runs on, from npm: one package of one program.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { npm, npmOptions, ROOT, run } from './process.mjs';

/** Node 20 has passed its end of life; this line has not. */
const VERSION = '24.21.0';

const FOLDER = path.join(ROOT, '.cache/newer-node');
const SYSTEM = process.platform === 'win32' ? 'win' : process.platform;
const PACKAGE = `node-${SYSTEM}-${process.arch}`;
const PROGRAM = path.join(FOLDER, 'node_modules', PACKAGE, SYSTEM === 'win' ? 'bin/node.exe' : 'bin/node');

const installed = () => {
  const about = path.join(FOLDER, 'node_modules', PACKAGE, 'package.json');
  return existsSync(PROGRAM) && JSON.parse(readFileSync(about, 'utf8')).version === VERSION;
};

/** `{ version, program }`: this very Node where it is as new; undefined where there is none for this machine. */
export async function ensureNewerNode() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major >= Number(VERSION.split('.')[0])) return { version: process.versions.node, program: process.execPath };
  if (!installed()) {
    console.error(`Installing Node ${VERSION} for the tests …`);
    const args = ['install', '--prefix', FOLDER, '--no-save', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`];
    await run(npm(), args, { toStderr: true, ...npmOptions() });
  }
  return installed() ? { version: VERSION, program: PROGRAM } : undefined;
}

// Looking for programs on this machine.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first of `names` that a folder of PATH holds, or undefined. */
export function inPath(names, searched = process.env.PATH ?? '') {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const name of names) {
    for (const folder of searched.split(path.delimiter).filter(Boolean)) {
      const found = suffixes.map((suffix) => path.join(folder, name + suffix)).find(isProgram);
      if (found) return found;
    }
  }
  return undefined;
}

export const isRoot = () => process.getuid?.() === 0;

/** True where packages of Debian can be installed: as root, with apt-get. */
export const canUseApt = () => isRoot() && inPath(['apt-get']) !== undefined;

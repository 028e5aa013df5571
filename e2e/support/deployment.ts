import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './build.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the build, of which a next version can be made. */
export interface Deployment {
  readonly main: string;
  /** Every script gets another name, as a change in a module that all import would give it; the old files are gone. */
  deployNext(): void;
  remove(): void;
}

export function makeDeployment(name: string): Deployment {
  // Within the repository, where the server finds its packages.
  const home = path.join(ROOT, '.cache', name);
  rmSync(home, { recursive: true, force: true });
  const client = path.join(home, 'dist/client');
  cpSync(path.join(built.server, '..'), path.join(home, 'dist'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map') && path.basename(file) !== 'node_modules',
  });
  // Beside its program the server reads these.
  for (const folder of ['core', 'fixtures']) symlinkSync(path.join(ROOT, folder), path.join(home, folder), 'dir');
  return {
    main: path.join(home, 'dist/server/main.js'),
    deployNext() {
      const assets = path.join(client, 'assets');
      const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
      const next = (text: string) =>
        scripts.reduce((changed, file) => changed.replaceAll(file, file.replace(/\.js$/, '-next.js')), text);
      for (const file of scripts) renameSync(path.join(assets, file), path.join(assets, next(file)));
      for (const folder of [client, assets]) {
        for (const file of readdirSync(folder)) {
          const full = path.join(folder, file);
          if (/\.(br|gz)$/.test(file)) rmSync(full);
          else if (/\.(js|html)$/.test(file)) writeFileSync(full, next(readFileSync(full, 'utf8')));
        }
      }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

// `node tools/scripts/lockfile.mjs`: fails with every fault of package-lock.json and of tools/bench/package-lock.json.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockFaults } from './lib/lockfile.mjs';
import { ROOT } from './lib/process.mjs';

for (const file of ['package-lock.json', 'tools/bench/package-lock.json'].filter((name) =>
  existsSync(path.join(ROOT, name)),
)) {
  const lock = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  const faults = lockFaults(lock);
  for (const fault of faults) console.error(`${file}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`${file}: ${Object.keys(lock.packages).length} entries, complete.`);
}

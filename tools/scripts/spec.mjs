// `npm run spec`: lists the rules without a test, the tests of unknown rules, and what the view cites that core/ does not state; fails where there is one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './lib/hash.mjs';
import { ROOT } from './lib/process.mjs';
import { compare, compareView } from './lib/spec.mjs';

const read = (file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') });
const files = ['core', 'src', 'server', 'tools', 'e2e', 'sim'].flatMap((folder) => filesBelow(ROOT, folder));
const specs = files.filter((file) => /^(core|src|server)\/.*\bSPEC\.md$/.test(file)).map(read);
const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).map(read);
const view = files.filter((file) => /^src\/.*\.(tsx?|css|html)$/.test(file)).map(read);

const { rules, tested, faults } = compare(specs, tests);
faults.push(...compareView(specs, view));
for (const fault of faults.sort()) console.error(fault);
console.log(
  `${rules} rules in ${specs.length} SPEC.md, ${tested} of them named by a test (${tests.length} files); ${faults.length} faults.`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DAY_TESTS } from '../lib/zones.mjs';

/**
 * All tests of days that need no server, as one file: they share nothing but modules without a state, and loading those anew for each file in each zone took
 * longer than the tests. (None of them has hooks or mocks at its top, which would be those of all.)
 */
for (const folder of DAY_TESTS) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  for (const file of files.sort()) await import(pathToFileURL(path.resolve(folder, file)).href);
}
await import('../../../src/ui/natural-day.test.ts');

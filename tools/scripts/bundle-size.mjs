// `node tools/scripts/bundle-size.mjs`: the gzipped size of every chunk of the built client; fails where the epic page needs more than its limit.
import path from 'node:path';
import { LIMIT, measure } from './lib/bundle.mjs';
import { ROOT } from './lib/process.mjs';

const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

/** The lazily loaded route of the epic page. */
const isEpicPage = (source) => source === 'epic/epic-page.tsx';

const { chunks, first, pages } = measure(path.join(ROOT, 'dist/client'), isEpicPage);
console.log('JavaScript of the client, gzipped (* = loaded before the tree of an epic can be used):');
for (const { file, bytes, first: early } of chunks) console.log(`${kB(bytes)} ${early ? '*' : ' '} ${file}`);
console.log(
  `${kB(first)}   first usable tree${pages.length > 0 ? ` (route ${pages.join(', ')})` : ''}, limit ${LIMIT / 1000} kB`,
);
if (pages.length === 0) {
  console.error('The build has no chunk of the epic page: nothing says what its tree needs.');
  process.exitCode = 1;
}
if (first > LIMIT) {
  console.error(`${kB(first - LIMIT).trim()} too much: load what the first tree does not need with import().`);
  process.exitCode = 1;
}

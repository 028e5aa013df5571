import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/**
 * TypeScript as tests run it: types are taken out and nothing is checked, by the compiler that builds the product. The one of TypeScript does the same in
 * JavaScript, and took longer over it than many tests take: jest keeps what was made, but for each project apart, and a fresh clone has nothing kept.
 */
const OPTIONS = {
  target: 'es2022',
  sourcemap: true,
  jsx: { runtime: 'automatic' },
  typescript: { onlyRemoveTypeImports: true },
};

/** What was kept is right for these packages and options only. */
const made = createHash('sha256')
  .update(JSON.stringify(OPTIONS))
  .update(readFileSync(new URL('../../../package-lock.json', import.meta.url)))
  .digest('hex');

/** Set by `npm run sim:mutants`: the files that a planted bug changes, with their changed source, by path. */
const { PLANTED_FILES } = globalThis.process.env;
const planted = PLANTED_FILES === undefined ? {} : JSON.parse(readFileSync(PLANTED_FILES, 'utf8'));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const asPlanted = (source, file) => planted[path.relative(root, file)] ?? source;

function process(source, file) {
  const { code, map, errors } = transformSync(file, asPlanted(source, file), OPTIONS);
  if (errors.length > 0) throw new Error(errors.map(({ codeframe, message }) => codeframe ?? message).join('\n'));
  return { code, map };
}

const getCacheKey = (source, file, { instrument }) =>
  createHash('sha256')
    .update([made, instrument, file, asPlanted(source, file)].join('\0'))
    .digest('hex');

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export of a transformer
export default { process, getCacheKey };

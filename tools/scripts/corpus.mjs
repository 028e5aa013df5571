// `node tools/scripts/corpus.mjs`: records the corpus of the log format that the core writes now, where it is missing (docs/action-log.md, "A new format").
// `--rewrite` records it again: only for a format that no release has written yet.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { ROOT, viteBuild } from './lib/process.mjs';

await ensureInstalled();
const out = path.join(ROOT, '.cache/corpus');
const built = await viteBuild('server', ['--ssr', 'core/replay/testing/corpus.ts', '--outDir', out]);
if (built.code !== 0) process.exit(built.code);

const { LOG_FORMAT, recordCorpus } = await import(pathToFileURL(path.join(out, 'corpus.js')).href);
const folder = path.join(ROOT, 'fixtures/action-logs', `format-${LOG_FORMAT}`);
if (existsSync(folder) && !process.argv.includes('--rewrite')) {
  console.error(`fixtures/action-logs/format-${LOG_FORMAT} is there already; --rewrite records it again.`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const { name, text, moments } of await recordCorpus()) {
  writeFileSync(path.join(folder, name), text);
  const lines = moments.map((moment) => JSON.stringify(moment)).join(',\n');
  writeFileSync(path.join(folder, name.replace('.jsonl', '.moments.json')), `[\n${lines}\n]\n`);
  console.log(`format-${LOG_FORMAT}/${name}: ${text.length} characters, ${moments.at(-1).seq} actions`);
}

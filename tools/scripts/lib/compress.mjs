// Beside each text file of the built client its compressed forms, so that the server never compresses one.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|txt)$/;
/** Below this a compressed file saves no packet. */
const SMALLEST = 1400;

/** Writes `<file>.br` and `<file>.gz` for every text file of the folder that is worth it. Source maps stay as they are. */
export function compressBelow(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, String(name));
    if (!TEXT.test(file)) continue;
    const content = readFileSync(file);
    if (content.length < SMALLEST) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

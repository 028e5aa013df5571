import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { measure } from './lib/bundle.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'espalier-bundle-'));
  mkdirSync(path.join(folder, '.vite'));
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['main', 'vendor', 'page', 'page-part', 'drag', 'other'])
    writeFileSync(path.join(folder, `assets/${name}.js`), `// ${name}`);
});

afterEach(() => rmSync(folder, { recursive: true }));

function manifest(value: object): void {
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(value));
}

test('the first usable tree is the entry, the page and what they import at once; the rest is only listed', () => {
  manifest({
    'index.html': {
      file: 'assets/main.js',
      isEntry: true,
      imports: ['_vendor'],
      dynamicImports: ['epic/Page.tsx', 'other.tsx'],
    },
    _vendor: { file: 'assets/vendor.js' },
    'epic/Page.tsx': {
      file: 'assets/page.js',
      src: 'epic/Page.tsx',
      isDynamicEntry: true,
      imports: ['_part', '_vendor'],
      dynamicImports: ['drag.tsx'],
    },
    _part: { file: 'assets/page-part.js', imports: ['_vendor'] },
    'drag.tsx': { file: 'assets/drag.js', isDynamicEntry: true },
    'other.tsx': { file: 'assets/other.js', isDynamicEntry: true },
  });
  const { chunks, first, pages } = measure(folder, (source: string) => source === 'epic/Page.tsx');
  const early = chunks.filter((chunk) => chunk.first);
  expect(pages).toEqual(['epic/Page.tsx']);
  expect(early.map((chunk) => chunk.file).sort()).toEqual(
    ['main', 'page-part', 'page', 'vendor'].map((name) => `assets/${name}.js`),
  );
  expect(first).toBe(early.reduce((sum, chunk) => sum + chunk.bytes, 0));
  expect(chunks).toHaveLength(6);
});

test('a manifest that names a chunk it does not have is refused', () => {
  manifest({ 'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_gone'] } });
  expect(() => measure(folder, () => false)).toThrow('_gone');
});

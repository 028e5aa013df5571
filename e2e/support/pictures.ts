import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const kept = fileURLToPath(new URL('../gallery-pictures', import.meta.url));
const faulty = fileURLToPath(new URL('../../.cache/gallery-faults', import.meta.url));

/** `GALLERY_PICTURES=write` keeps what is seen now as what is to be seen. */
const writing = process.env.GALLERY_PICTURES === 'write';

/** A channel may be off by so much (of 255), and one pixel of so many may be off by more: what another machine's smoothing makes of a letter. */
const CHANNEL = 32;
const PIXELS = 1 / 1000;

export interface Comparison {
  /** The part of the pixels that differ, 0 to 1; 1 where the sizes are not the same. */
  readonly part: number;
  readonly text: string;
  /** Where they differ, as a PNG in base64; null where the sizes do. */
  readonly picture: string | null;
}

/** Compares two PNG pictures in a browser. `page` is any page: nothing of it is used or changed. */
export async function comparePictures(page: Page, one: Buffer, other: Buffer): Promise<Comparison> {
  const pngs = [one, other].map((png) => png.toString('base64'));
  return page.evaluate(
    async ({ pngs, channel }) => {
      const pixelsOf = async (png: string): Promise<ImageData> => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
        if (context === null) throw new Error('This browser draws nothing');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [a, b] = await Promise.all([pixelsOf(pngs[0] ?? ''), pixelsOf(pngs[1] ?? '')]);
      if (a.width !== b.width || a.height !== b.height)
        return { part: 1, text: `${b.width} × ${b.height} pixels, not ${a.width} × ${a.height}`, picture: null };
      const differs = new ImageData(a.width, a.height);
      let count = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const off = [0, 1, 2].some((by) => Math.abs((a.data[at + by] ?? 0) - (b.data[at + by] ?? 0)) > channel);
        if (off) count += 1;
        differs.data.set(off ? [255, 0, 0, 255] : [255, 255, 255, 255], at);
      }
      const canvas = new OffscreenCanvas(a.width, a.height);
      canvas.getContext('2d')?.putImageData(differs, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      const picture = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
      return { part: count / (a.width * a.height), text: `${count} pixels differ`, picture };
    },
    { pngs, channel: CHANNEL },
  );
}

export const isSame = ({ part }: Comparison): boolean => part <= PIXELS;

/** Milliseconds that a picture has to become what it is to be: something may still be on its way to its place. */
const PATIENCE = 5000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface Difference {
  /** The last picture that was taken. */
  readonly seen: Buffer;
  readonly comparison: Comparison;
}

/** Takes a picture until it is the wanted one; null: it is. At the end of the time, in which way the last one is another. */
export async function difference(
  page: Page,
  wanted: Buffer,
  take: () => Promise<Buffer>,
  patience = PATIENCE,
): Promise<Difference | null> {
  for (const end = performance.now() + patience; ;) {
    const seen = await take();
    // The same bytes need no browser to be looked at.
    if (seen.equals(wanted)) return null;
    const comparison = await comparePictures(page, wanted, seen);
    if (isSame(comparison)) return null;
    if (performance.now() >= end) return { seen, comparison };
    await pause(100);
  }
}

/** A picture that is the same as the one before it. */
async function atRest(take: () => Promise<Buffer>): Promise<Buffer> {
  for (let before = await take(); ;) {
    await pause(200);
    const now = await take();
    if (now.equals(before)) return now;
    before = now;
  }
}

/** What is wrong with a picture beside the kept one of its name; null: nothing. */
export async function pictureFault(page: Page, name: string, take: () => Promise<Buffer>): Promise<string | null> {
  const file = path.join(kept, `${name}.png`);
  if (writing) {
    mkdirSync(kept, { recursive: true });
    const seen = await atRest(take);
    const same = existsSync(file) && isSame(await comparePictures(page, readFileSync(file), seen));
    if (!same) writeFileSync(file, seen);
    return null;
  }
  if (!existsSync(file)) return `${name}: there is no picture to compare with; GALLERY_PICTURES=write makes it.`;
  const found = await difference(page, readFileSync(file), take);
  if (found === null) return null;
  const { seen, comparison } = found;
  mkdirSync(faulty, { recursive: true });
  writeFileSync(path.join(faulty, `${name}.png`), seen);
  if (comparison.picture !== null)
    writeFileSync(path.join(faulty, `${name}.differs.png`), Buffer.from(comparison.picture, 'base64'));
  return `${name}: ${comparison.text}; see .cache/gallery-faults.`;
}

/** Names of the kept pictures that are none of `names`; in writing they are thrown away. */
export function stalePictures(names: ReadonlySet<string>): string[] {
  if (!existsSync(kept)) return [];
  const stale = readdirSync(kept).filter((file) => !names.has(file.replace(/\.png$/, '')));
  if (!writing) return stale;
  for (const file of stale) rmSync(path.join(kept, file));
  return [];
}

/** The kept picture of that name. */
export const keptPicture = (name: string): Buffer => readFileSync(path.join(kept, `${name}.png`));

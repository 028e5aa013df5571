/** Contrast of colours after WCAG 2.2, for texts on colours that people choose. */

/** Least contrast of normal text, level AA. */
const ENOUGH = 4.5;
const LIGHT = '#FFFFFF';
const DARK = '#000000';

type Rgb = readonly [number, number, number];

/** `#abc`, `#aabbcc` and `rgb(…)`/`rgba(…)` with numbers; null for any other text. */
export function parseColor(text: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const size = hex.length / 3;
    const part = (at: number) => Number.parseInt(hex.slice(at * size, (at + 1) * size).padStart(2, hex[at] ?? '0'), 16);
    return [part(0), part(1), part(2)];
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(text.trim());
  return parts === null ? null : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The preferred text colour where it can be read on the background, else black or white, of which one always can. */
export function readableOn(background: string, preferred: string): string {
  const ground = parseColor(background);
  const text = parseColor(preferred);
  if (ground === null || (text !== null && contrast(ground, text) >= ENOUGH)) return preferred;
  return contrast(ground, [255, 255, 255]) >= contrast(ground, [0, 0, 0]) ? LIGHT : DARK;
}

import { contrast, parseColor } from '../ui/contrast.ts';

/** Least contrast of what is no text (WCAG 1.4.11). */
const ENOUGH = 3;
/** The surface of each theme (`--surface` in src/ui/tokens.css). */
const SURFACES = { light: parseColor('#ffffff'), dark: parseColor('#161819') };

export type Surface = keyof typeof SURFACES;

/** RM-09.48: the theme in whose surface a bar of this colour would be lost, which none is in both. */
export function lostOn(color: string): Surface | undefined {
  const own = parseColor(color);
  const lost = (surface: Surface): boolean => {
    const ground = SURFACES[surface];
    return own !== null && ground !== null && contrast(own, ground) < ENOUGH;
  };
  return lost('light') ? 'light' : lost('dark') ? 'dark' : undefined;
}

/** What a bar's colour is deepened with: away from its text, which stays readable. */
export function shadeBeside(ink: string): 'black' | 'white' {
  const own = parseColor(ink);
  return own === null || contrast(own, BLACK) >= contrast(own, WHITE) ? 'black' : 'white';
}

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

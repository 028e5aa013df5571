import { contrast, parseColor } from './contrast.ts';

/** Contrast of shapes in colours that people choose. */

/** Least contrast of what is no text (WCAG 1.4.11). */
const ENOUGH_OF_SHAPE = 3;
/** The surface of each theme (`--surface` in src/ui/tokens.css). */
const SURFACES = { light: parseColor('#ffffff'), dark: parseColor('#161819') };

type Surface = keyof typeof SURFACES;

/** RM-09.48: the theme against whose surface a bar of this colour would be lost; never both. */
export function lostOn(color: string): Surface | undefined {
  const own = parseColor(color);
  const lost = (surface: Surface): boolean => {
    const ground = SURFACES[surface];
    return own !== null && ground !== null && contrast(own, ground) < ENOUGH_OF_SHAPE;
  };
  return lost('light') ? 'light' : lost('dark') ? 'dark' : undefined;
}

/** Black or white, whichever shades a bar away from the colour of its text, which stays readable. */
export function shadeBeside(ink: string): 'black' | 'white' {
  const own = parseColor(ink);
  return own === null || contrast(own, BLACK) >= contrast(own, WHITE) ? 'black' : 'white';
}

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

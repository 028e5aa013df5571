import { contrast, parseColor } from '../ui/contrast.ts';

/** Least contrast of what is no text (WCAG 1.4.11). */
const ENOUGH = 3;
/** The surface of each theme (`--surface` in src/ui/tokens.css). */
const SURFACES = { light: '#ffffff', dark: '#161819' } as const;

export type Surface = keyof typeof SURFACES;

/** RM-09.48: the theme in whose surface a bar of this colour would be lost, which none is in both. */
export function lostOn(color: string): Surface | undefined {
  const own = parseColor(color);
  const lost = (surface: Surface): boolean => {
    const ground = parseColor(SURFACES[surface]);
    return own !== null && ground !== null && contrast(own, ground) < ENOUGH;
  };
  return lost('light') ? 'light' : lost('dark') ? 'dark' : undefined;
}

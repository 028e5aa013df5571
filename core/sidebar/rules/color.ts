import { parseColor } from '../../work-item/rules.ts';

export { parseColor };

export interface SuggestedColor {
  /** Lower case, six digits. */
  readonly color: string;
  readonly title: string;
}

/** EP-09.2: the suggested colours of an epic, the default first. */
export const SUGGESTED_COLORS: readonly SuggestedColor[] = [
  { color: '#1068bf', title: 'Blue' },
  { color: '#217645', title: 'Green' },
  { color: '#c91c00', title: 'Red' },
  { color: '#9e5400', title: 'Orange' },
  { color: '#694cc0', title: 'Purple' },
];

/** EP-09.4: what closing the editor saves: the colour, if it is one and another than before; else null. */
export function colorToSave(before: string | null, text: string): string | null {
  const color = parseColor(text);
  return color === null || color === parseColor(before ?? '') ? null : color;
}

/** EP-09.2: what a colour is called; its digits where it is none of the suggested. */
export function colorTitle(color: string): string {
  const parsed = parseColor(color);
  return SUGGESTED_COLORS.find((suggested) => suggested.color === parsed)?.title ?? parsed ?? color;
}

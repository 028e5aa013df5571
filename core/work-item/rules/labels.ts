const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** BD-11.1: `#` and 3 or 6 hex digits. */
export const isHexColor = (color: string): boolean => HEX.test(color);

export const INVALID_COLOR = 'Enter a color as # and 3 or 6 hexadecimal digits.';

/**
 * EP-09.3: lower case with six digits, so that the same colour is the same text; null for anything but `#` and 3 or 6 hex digits around which
 * there may be blanks.
 */
export function parseColor(text: string): string | null {
  const color = text.trim().toLowerCase();
  if (!isHexColor(color)) return null;
  return color.length === 7 ? color : `#${[...color.slice(1)].map((digit) => digit + digit).join('')}`;
}

/** BD-11.2: dark text on a light label (red + green + blue over 500), white on any other. Not a hex colour: white. */
export function textColorFor(background: string): '#333333' | '#FFFFFF' {
  if (!isHexColor(background)) return '#FFFFFF';
  const digits = background.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const sum = pairs.reduce((total, pair) => total + Number.parseInt(pair, 16), 0);
  return sum > 500 ? '#333333' : '#FFFFFF';
}

/** BD-11.3: only colours that begin like one reach a style: `#`, `rgb`, `rgba`. */
export const isPillBackground = (color: string): boolean => /^(?:#|rgba?\()/i.test(color);

/** BD-11.4: a scoped title is split at its last `::`; null where the label has no scope. */
export function splitScopedLabel(title: string): { readonly scope: string; readonly value: string } | null {
  const at = title.lastIndexOf('::');
  if (at <= 0 || at + 2 >= title.length) return null;
  return { scope: title.slice(0, at), value: title.slice(at + 2) };
}

/** TR-07.21: the address of a list, filtered by a label. */
export const labelledListPath = (listPath: string, title: string): string =>
  `${listPath}?label_name[]=${encodeURIComponent(title)}`;

/** BD-11.5: labels of one scope exclude one another; the last one wins. */
export function withLabel<L extends { readonly title: string }>(labels: readonly L[], added: L): readonly L[] {
  const scope = splitScopedLabel(added.title)?.scope;
  const kept = labels.filter(
    (label) => label.title !== added.title && (scope === undefined || splitScopedLabel(label.title)?.scope !== scope),
  );
  return [...kept, added];
}

/** BD-11.6: a default colour object is a text `color` and a `title`. */
export const isColorOption = (value: unknown): value is { readonly color: string; readonly title: string } => {
  if (typeof value !== 'object' || value === null) return false;
  const { color, title } = value as { color?: unknown; title?: unknown };
  return typeof color === 'string' && typeof title === 'string' && title !== '';
};

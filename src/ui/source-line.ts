/** The line of the source that a part of an item of a rendered list stands for, from 1; null: none. */
export function lineOf(part: Element): number | null {
  const [line] = /^\d+/.exec(part.closest('li')?.dataset['sourcepos'] ?? '') ?? [];
  return line === undefined ? null : Number(line);
}

/** BD-08.30: what divides longer texts from shorter ones that match alike. */
export const SIZE_FACTOR = 150;

const WORD_START = 8;
const CONSECUTIVE = 5;
const MATCH = 1;
const ACRONYM = 15;

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isUpper = (character: string | undefined): boolean => character !== undefined && /\p{Lu}/u.test(character);

/** The first letter of a word, and a capital after a small letter. */
function startsWord(characters: readonly string[], at: number): boolean {
  const [before, here] = [characters[at - 1], characters[at]];
  return isWord(here) && (!isWord(before) || (isUpper(here) && !isUpper(before)));
}

/**
 * BD-08.31: how well a text answers what was typed; null where the typed characters do not stand in it in their order. Case and blanks do not count.
 * Characters at the start of a word, and those that follow one another, count more (BD-08.32); a text of whose words they are the first letters counts
 * most (BD-08.33); of texts that match alike the shorter one wins (BD-08.30).
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const wanted = [...typed.toLowerCase().replace(/\s+/g, '')];
  const characters = [...text];
  const size = SIZE_FACTOR / (SIZE_FACTOR + characters.length);
  if (wanted.length === 0) return 0;
  const lower = characters.map((character) => character.toLowerCase());
  const starts = characters.map((_, index) => startsWord(characters, index));
  const best = bestMatch(wanted, lower, starts);
  if (best === null) return null;
  const initials = lower.filter((_, index) => starts[index]).join('');
  const acronym = wanted.length > 1 && initials.startsWith(wanted.join('')) ? ACRONYM * wanted.length : 0;
  return (best + acronym) * size;
}

/** The best sum over all ways to find the characters in order. One row per typed character: the best sum that ends at each place. */
function bestMatch(wanted: readonly string[], lower: readonly string[], starts: readonly boolean[]): number | null {
  let ends: readonly (number | null)[] | null = null;
  for (const character of wanted) {
    const row: (number | null)[] = [];
    let before: number | null = ends === null ? 0 : null;
    for (let at = 0; at < lower.length; at += 1) {
      const previous = at === 0 ? null : (ends?.[at - 1] ?? null);
      if (previous !== null && (before === null || previous > before)) before = previous;
      if (lower[at] !== character || before === null) {
        row.push(null);
        continue;
      }
      const own = MATCH + (starts[at] === true ? WORD_START : 0);
      row.push(Math.max(before + own, previous === null ? 0 : previous + own + CONSECUTIVE));
    }
    ends = row;
  }
  const sums = (ends ?? []).filter((sum) => sum !== null);
  return sums.length === 0 ? null : Math.max(...sums);
}

/** BD-08.34: what matches, the best first; of equals the earlier one. Nothing typed: everything, as it stands. */
export function fuzzyRank<T>(typed: string, list: readonly T[], textOf: (item: T) => string): readonly T[] {
  if (typed.trim() === '') return list;
  return list
    .map((item) => ({ item, score: fuzzyScore(typed, textOf(item)) }))
    .filter((ranked): ranked is { item: T; score: number } => ranked.score !== null)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** BD-08.30: what divides longer texts from shorter ones that match alike. */
export const SIZE_FACTOR = 150;

/** What one character earns; a run that goes on earns more than one that is left for the start of another word. */
const MATCH = 1;
const SAME_CASE = 2;
const TEXT_START = 10;
const SEGMENT_START = 9;
const WORD_START = 7;
const HUMP_START = 6;
const CONSECUTIVE = 9;
const ACRONYM = 15;
const MOST = MATCH + SAME_CASE + TEXT_START + ACRONYM;

/** BD-08.35: how the typed words stand in a text; better ones come first whatever the text's length. */
const SCATTERED = 0;
const UNBROKEN = 1;
const FROM_WORD_START = 2;

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isUpper = (character: string | undefined): boolean => character !== undefined && /\p{Lu}/u.test(character);

/** BD-08.32: what the place is worth: the text's start, that of a segment of a path, of a word, a capital after a small letter; else 0. */
function startBonus(characters: readonly string[], at: number): number {
  const [before, here] = [characters[at - 1], characters[at]];
  if (!isWord(here)) return 0;
  if (before === undefined) return TEXT_START;
  if (before === '/') return SEGMENT_START;
  if (!isWord(before)) return WORD_START;
  return isUpper(here) && !isUpper(before) ? HUMP_START : 0;
}

/** A text that is searched in, taken apart once. */
interface Haystack {
  readonly characters: readonly string[];
  readonly lower: readonly string[];
  readonly starts: readonly number[];
}

/**
 * BD-08.31: how well a text answers what was typed; null where the typed characters do not stand in it in their order. Blanks part what is typed into words.
 * How these stand in it counts first (BD-08.35), then each character's place and case (BD-08.32, BD-08.36), then the text's length (BD-08.30).
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const words = typed.match(/\S+/g)?.map((word) => [...word]) ?? [];
  if (words.length === 0) return 0;
  const characters = [...text];
  const lower = characters.map((character) => character.toLowerCase());
  const hay = { characters, lower, starts: characters.map((_, index) => startBonus(characters, index)) };
  const wanted = words.flat();
  const best = bestMatch(wanted, hay);
  if (best === null) return null;
  const acronym = isAcronym(wanted, hay);
  const way = acronym || stands(words, hay, true) ? FROM_WORD_START : stands(words, hay, false) ? UNBROKEN : SCATTERED;
  const quality = best / wanted.length + (acronym ? ACRONYM : 0);
  return way + ((quality / MOST) * SIZE_FACTOR) / (SIZE_FACTOR + characters.length);
}

/** BD-08.33: the first letters of the text's words, from the first on. */
function isAcronym(wanted: readonly string[], { lower, starts }: Haystack): boolean {
  const initials = lower.filter((_, index) => (starts[index] ?? 0) > 0);
  return wanted.length > 1 && wanted.every((character, index) => initials[index] === character.toLowerCase());
}

/** Whether every word stands in the text in one piece, one behind the other; with `atStart` each where a word of the text starts. */
function stands(words: readonly (readonly string[])[], { lower, starts }: Haystack, atStart: boolean): boolean {
  let from = 0;
  for (const word of words) {
    const small = word.map((character) => character.toLowerCase());
    while (
      from + small.length <= lower.length &&
      !((!atStart || (starts[from] ?? 0) > 0) && small.every((character, index) => lower[from + index] === character))
    ) {
      from += 1;
    }
    if (from + small.length > lower.length) return false;
    from += small.length;
  }
  return true;
}

/** The best sum over all ways to find the characters in order. One row per typed character: the best sum that ends at each place. */
function bestMatch(wanted: readonly string[], { characters, lower, starts }: Haystack): number | null {
  let ends: readonly (number | null)[] | null = null;
  for (const character of wanted) {
    const small = character.toLowerCase();
    const row: (number | null)[] = [];
    let before: number | null = ends === null ? 0 : null;
    for (let at = 0; at < lower.length; at += 1) {
      const previous = at === 0 ? null : (ends?.[at - 1] ?? null);
      if (previous !== null && (before === null || previous > before)) before = previous;
      if (lower[at] !== small || before === null) {
        row.push(null);
        continue;
      }
      const own = MATCH + (characters[at] === character ? SAME_CASE : 0);
      const start = starts[at] ?? 0;
      row.push(own + Math.max(before + start, previous === null ? 0 : previous + Math.max(start, CONSECUTIVE)));
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

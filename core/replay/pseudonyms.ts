import { inPieces } from './markup.ts';

/** No vowels: a pseudonym is never a word of any language, and never one that was in the text. */
const ASCII = 'bcdfghjklmnpqrstvwxz';
/** For letters of other scripts, which some fields allow and others do not. */
const OTHER = 'бвгджзклмнпрстфхцчшщ';
const DIGITS = '0123456789';

/** What is replaced: letters, digits, and whatever is not ASCII. Spaces and ASCII punctuation stay, and so does the shape of a text. */
const WORD = /(?:[A-Za-z0-9]|[^\p{ASCII}\s])+/gu;
const TRIES = 100;

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const isUpper = (letter: string | undefined): boolean => letter !== undefined && letter >= 'A' && letter <= 'Z';
const inCaseOf = (text: string, model: string): string =>
  [...text].map((letter, index) => (isUpper(model[index]) ? letter.toUpperCase() : letter)).join('');

/**
 * Stable pseudonyms of the same length. They are drawn one after the other and depend on nothing but the seed, the order and the lengths of what was
 * asked for, so that nobody can find out by trial which text a pseudonym stands for.
 */
export class Pseudonyms {
  readonly #random: () => number;
  readonly #words = new Map<string, string>();
  readonly #proses = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  #letter(letters: string): string {
    return letters[Math.floor(this.#random() * letters.length)] as string;
  }

  /** UTF-16 unit by unit, in lower case. */
  #draw(text: string, wide: boolean): string {
    let result = '';
    for (let index = 0; index < text.length; index += 1) {
      const unit = text[index] as string;
      if (wide) result += this.#letter(OTHER);
      else if (DIGITS.includes(unit)) result += this.#letter(DIGITS);
      else result += this.#letter(unit <= '\x7F' ? ASCII : OTHER);
    }
    return result;
  }

  /** A new one each time. Where so short a text has no more of its kind, letters of another script stand in. */
  #fresh(make: (wide: boolean) => string, text: string): string {
    for (let tries = 0; ; tries += 1) {
      const made = make(tries > TRIES);
      if ((this.#used.has(made) || made === text) && tries < 2 * TRIES) continue;
      this.#used.add(made);
      return made;
    }
  }

  /** One word: the same for the same word wherever it stands, upper and lower case apart. */
  word(text: string): string {
    const key = lower(text);
    let known = this.#words.get(key);
    if (known === undefined) {
      known = this.#fresh((wide) => this.#draw(key, wide), key);
      this.#words.set(key, known);
    }
    return inCaseOf(known, text);
  }

  /** Names, paths, addresses: word by word, so that a name within a path is within its pseudonym too. */
  words(text: string): string {
    return text.replace(WORD, (word) => this.word(word));
  }

  /** A day: another one, the same for the same day. */
  day(text: string): string {
    let known = this.#words.get(text);
    if (known === undefined) {
      const part = (first: number, count: number): string =>
        String(first + Math.floor(this.#random() * count)).padStart(2, '0');
      known = this.#fresh(() => `${part(1900, 200)}-${part(1, 12)}-${part(1, 28)}`, text);
      this.#words.set(text, known);
    }
    return known;
  }

  /** Running text: as a whole, so that no word can be identified by its frequency. Leading and trailing blanks and the structure stay. */
  prose(text: string): string {
    const core = text.trim();
    if (core === '') return text;
    let known = this.#proses.get(core);
    if (known === undefined) {
      const inside = new Map<string, string>();
      known = this.#fresh((wide) => {
        inside.clear();
        return this.#newWords(core, inside, wide);
      }, core);
      this.#proses.set(core, known);
    }
    return text.replace(core, () => known);
  }

  #newWords(text: string, inside: Map<string, string>, wide: boolean): string {
    const made = (word: string): string => {
      const key = lower(word);
      const drawn = inside.get(key) ?? this.#draw(key, wide);
      inside.set(key, drawn);
      return inCaseOf(drawn, word);
    };
    return inPieces(text)
      .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(WORD, made)))
      .join('');
  }
}

/** Mulberry32: the same numbers from the same seed, in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

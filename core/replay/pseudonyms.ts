import { seededRandom } from './random.ts';

/** No vowels: a pseudonym is never a word of anybody's language, and never one that was there. */
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
 * asked for, so that nobody can find out by trying which text a pseudonym stands for.
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

  /** Names, paths, addresses: word by word, so that what stands in another stands in the other's pseudonym. */
  words(text: string): string {
    return text.replace(WORD, (word) => this.word(word));
  }

  /** Running text: as a whole, so that no word of it can be found by how often it appears elsewhere. What trimming takes off stays. */
  prose(text: string, keep: (part: string) => boolean = () => false): string {
    const core = text.trim();
    if (core === '') return text;
    let known = this.#proses.get(core);
    if (known === undefined) {
      const inside = new Map<string, string>();
      known = this.#fresh((wide) => {
        inside.clear();
        return this.#newWords(core, inside, wide, keep);
      }, core);
      this.#proses.set(core, known);
    }
    return text.replace(core, () => known);
  }

  #newWords(text: string, inside: Map<string, string>, wide: boolean, keep: (part: string) => boolean): string {
    return text
      .split(/(<\/?[a-z][a-z0-9]*(?=[\s/>]))/)
      .map((part) =>
        keep(part)
          ? part
          : part.replace(WORD, (word) => {
              const key = lower(word);
              const made = inside.get(key) ?? this.#draw(key, wide);
              inside.set(key, made);
              return inCaseOf(made, word);
            }),
      )
      .join('');
  }
}

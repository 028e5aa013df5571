import { isCivilDate } from '@espalier/core/calendar/rules';
import type { Faults } from './faults.ts';

const LARGEST_INTEGER = 2 ** 31 - 1;

/** The keys of a list's rows seen so far, with the place of each. */
export class Keys {
  readonly #places = new Map<string, number>();

  has(key: string): boolean {
    return this.#places.has(key);
  }

  get all(): ReadonlyMap<string, number> {
    return this.#places;
  }

  /** Answers the place of the first row of that key, or null where this is the first. */
  add(key: string, place: number): number | null {
    const first = this.#places.get(key);
    if (first === undefined) this.#places.set(key, place);
    return first ?? null;
  }
}

/** What can be wrong with single values. */
export class Check {
  readonly faults: Faults;

  constructor(faults: Faults) {
    this.faults = faults;
  }

  /** Names a repetition and the place of the first. `what` is said of the key. */
  unique(keys: Keys, list: string, index: number, key: string, field: string, what = key): void {
    const first = keys.add(key, index);
    if (first !== null)
      this.faults.add(`${list}[${String(index)}].${field}`, `"${what}" is already that of ${list}[${String(first)}]`);
  }

  reference(path: string, id: string | null, known: { has(id: string): boolean }, what: string): void {
    if (id !== null && !known.has(id)) this.faults.add(path, `there is no ${what} "${id}" in the file`);
  }

  references(path: string, ids: readonly string[], known: { has(id: string): boolean }, what: string): void {
    ids.forEach((id, index) => {
      this.reference(`${path}[${String(index)}]`, id, known, what);
    });
  }

  day(path: string, day: string | null): void {
    if (day !== null && !isCivilDate(day)) this.faults.add(path, `"${day}" is no day of the calendar`);
  }

  instant(path: string, instant: string | null): void {
    if (instant === null) return;
    const [day = '', time = ''] = instant.split('T');
    const [hour = 0, minute = 0, second = 0] = time.replace('Z', '').split(':').map(Number);
    if (!isCivilDate(day) || hour > 23 || minute > 59 || second > 59)
      this.faults.add(path, `"${instant}" is no moment of the calendar`);
  }

  integer(path: string, value: number | null): void {
    if (value !== null && value > LARGEST_INTEGER)
      this.faults.add(path, `${String(value)} is larger than ${String(LARGEST_INTEGER)}`);
  }

  /** The database can keep neither the character NUL nor half of a surrogate pair. */
  keepable(value: unknown, path: string): void {
    if (typeof value === 'string') {
      if (value.includes('\0')) this.faults.add(path, 'holds the character NUL');
      if (/\p{Surrogate}/u.test(value)) this.faults.add(path, 'holds half of a character');
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.keepable(item, `${path}[${String(index)}]`);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) this.keepable(item, path === '' ? key : `${path}.${key}`);
    }
  }
}

import { sameData } from '../tree/confirmed.ts';

/**
 * Lets what is kept share what it says again: an object with an id that equals the one seen last under that id becomes that very object. Lists that are read again and
 * again are most of a log, and mostly say what is known. Nothing that is handed in is changed.
 */
export class Interner {
  readonly #known = new Map<string, object>();

  keep<T>(value: T): T {
    return typeof value === 'object' && value !== null ? (this.#keep(value) as T) : value;
  }

  #keep(value: object): object {
    const id = 'id' in value && typeof value.id === 'string' ? value.id : null;
    const known = id === null ? undefined : this.#known.get(id);
    if (known !== undefined && sameData(known, value)) return known;
    let next: Record<string, unknown> | null = null;
    for (const key in value) {
      const member: unknown = value[key as keyof typeof value];
      const kept = this.keep(member);
      if (kept === member) continue;
      next ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      next[key] = kept;
    }
    if (id !== null) this.#known.set(id, next ?? value);
    return next ?? value;
  }
}

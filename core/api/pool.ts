/**
 * People, labels and milestones come with every item that names them. A pool keeps each once, so that ten thousand rows hold one
 * object of a label, and so that a row that is read again is still the same.
 */
type Plain = Readonly<Record<string, string | number | boolean | null>>;

const same = (a: Plain, b: Plain): boolean => {
  for (const key in b) if (a[key] !== b[key]) return false;
  return true;
};

export class Pool {
  readonly #known = new Map<string, Plain>();

  /** The object that is known under the id, if it says the same; else this one, from now on. */
  keep<T extends { readonly id: string }>(value: T): T {
    const known = this.#known.get(value.id);
    if (known !== undefined && same(known, value as unknown as Plain)) return known as unknown as T;
    this.#known.set(value.id, value as unknown as Plain);
    return value;
  }
}

import { Invalid, type RestContext } from '../types.ts';
import { list, text } from './page.ts';

/** A number, or one of GitLab's words in whatever case. */
export type Wildcard = number | 'none' | 'any';

/** The parameters of a list, each with its type. What has the wrong one is told by `check`, all of it together, and reads as absent until then. */
export class Asked {
  readonly #ctx: RestContext;
  readonly #prefix: string | null;
  readonly #faults: string[];

  constructor(ctx: RestContext, prefix: string | null = null, faults: string[] = []) {
    this.#ctx = ctx;
    this.#prefix = prefix;
    this.#faults = faults;
  }

  /** The parameters of `not[…]`. */
  get not(): Asked {
    return new Asked(this.#ctx, 'not', this.#faults);
  }

  text(name: string): string | undefined {
    const given = text(this.#ctx, this.#key(name));
    return given === '' ? undefined : given;
  }

  /** Separated by commas, or repeated. */
  list(name: string): readonly string[] {
    return list(this.#ctx, this.#key(name));
  }

  /** In whatever case; as it stands in `words`. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined {
    return this.#read(name, 'does not have a valid value', (given) =>
      words.find((word) => word.toLowerCase() === given.toLowerCase()),
    );
  }

  number(name: string): number | undefined {
    return this.#read(name, 'is invalid', numberOf);
  }

  numbers(name: string): readonly number[] {
    return this.list(name).flatMap((given) => numberOf(given) ?? this.#wrong(name, 'is invalid') ?? []);
  }

  wildcard(name: string): Wildcard | undefined {
    return this.#read(name, 'is invalid', (given) => {
      const word = given.toLowerCase();
      return word === 'none' || word === 'any' ? word : numberOf(given);
    });
  }

  flag(name: string): boolean | undefined {
    return this.#read(name, 'is invalid', (given) =>
      /^(true|1|t|on)$/i.test(given) ? true : /^(false|0|f|off)$/i.test(given) ? false : undefined,
    );
  }

  /** ISO 8601: a day, or an instant; without a zone in UTC. As the database takes it. */
  instant(name: string): string | undefined {
    return this.#read(name, 'is invalid', instantOf);
  }

  /** What GitLab knows and nobody can answer here: asked for, it is refused. */
  unsupported(...names: readonly string[]): void {
    for (const name of names)
      if (this.#ctx.query[this.#key(name)] !== undefined) this.#faults.push(`${this.#key(name)} is not supported`);
  }

  required(...names: readonly string[]): void {
    for (const name of names) if (this.text(name) === undefined) this.#faults.push(`${this.#key(name)} is missing`);
  }

  /** At most one of them may be there. */
  exclusive(...names: readonly string[]): void {
    const given = names.filter((name) => this.#ctx.query[this.#key(name)] !== undefined);
    if (given.length > 1)
      this.#faults.push(`${given.map((name) => this.#key(name)).join(', ')} are mutually exclusive`);
  }

  /** @throws Invalid */
  check(): void {
    if (this.#faults.length > 0) throw new Invalid([...new Set(this.#faults)]);
  }

  #read<T>(name: string, fault: string, as: (given: string) => T | undefined): T | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : (as(given) ?? this.#wrong(name, fault));
  }

  #wrong(name: string, fault: string): undefined {
    this.#faults.push(`${this.#key(name)} ${fault}`);
  }

  #key(name: string): string {
    return this.#prefix === null ? name : `${this.#prefix}[${name}]`;
  }
}

const numberOf = (given: string): number | undefined => (/^\d{1,15}$/.test(given) ? Number(given) : undefined);

/** As `Asked.instant`; undefined: it is none. */
export function instantOf(given: string): string | undefined {
  // A space was a plus before somebody forgot to encode it.
  const written = given.replace(' ', '+');
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(written)) return undefined;
  const zoned = /^.{10}$|Z$|[+-]\d\d:?\d\d$/.test(written) ? written : `${written}Z`;
  const days = written.slice(0, 10);
  // Of a day that a month has not, JavaScript makes one of the next.
  if (new Date(`${days}T00:00:00Z`).getUTCDate() !== Number(days.slice(8))) return undefined;
  const at = new Date(zoned.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

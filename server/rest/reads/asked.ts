import { Reader } from '../reader.ts';
import type { RestContext } from '../types.ts';
import { list, text } from './page.ts';

/** A number, or one of GitLab's words in whatever case. */
export type Wildcard = number | 'none' | 'any';

/** The parameters of a list. Empty ones are none. */
export class Asked extends Reader {
  readonly #ctx: RestContext;
  readonly #prefix: string | null;

  constructor(ctx: RestContext, prefix: string | null = null, faults: string[] = []) {
    super(faults);
    this.#ctx = ctx;
    this.#prefix = prefix;
  }

  /** The parameters of `not[…]`. */
  get not(): Asked {
    return new Asked(this.#ctx, 'not', this.faults);
  }

  text(name: string): string | undefined {
    const given = text(this.#ctx, this.named(name));
    return given === '' ? undefined : given;
  }

  /** Separated by commas, or repeated. */
  list(name: string): readonly string[] {
    return list(this.#ctx, this.named(name));
  }

  /** In whatever case; as it stands in `words`. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined {
    const wordOf = (given: unknown) => words.find((word) => word.toLowerCase() === String(given).toLowerCase());
    return this.read(name, wordOf, 'does not have a valid value');
  }

  number(name: string): number | undefined {
    return this.read(name, numberOf);
  }

  numbers(name: string): readonly number[] {
    return this.list(name).flatMap((given) => numberOf(given) ?? this.wrong(name, 'is invalid') ?? []);
  }

  wildcard(name: string): Wildcard | undefined {
    return this.read(name, (given) => {
      const word = String(given).toLowerCase();
      return word === 'none' || word === 'any' ? word : numberOf(given);
    });
  }

  /** ISO 8601: a day, or an instant; without a zone in UTC. As the database takes it. */
  instant(name: string): string | undefined {
    return this.read(name, (given) => instantOf(String(given)));
  }

  /** What GitLab knows and nobody can answer here: asked for, it is refused. */
  unsupported(...names: readonly string[]): void {
    for (const name of names) if (this.#has(name)) this.wrong(name, 'is not supported');
  }

  /** At most one of them may be there. */
  exclusive(...names: readonly string[]): void {
    const given = names.filter((name) => this.#has(name)).map((name) => this.named(name));
    if (given.length > 1) this.faults.push(`${given.join(', ')} are mutually exclusive`);
  }

  protected override given(name: string): string | undefined {
    return this.text(name);
  }

  protected override named(name: string): string {
    return this.#prefix === null ? name : `${this.#prefix}[${name}]`;
  }

  #has(name: string): boolean {
    return this.#ctx.query[this.named(name)] !== undefined;
  }
}

const numberOf = (given: unknown): number | undefined => (/^\d{1,15}$/.test(String(given)) ? Number(given) : undefined);

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

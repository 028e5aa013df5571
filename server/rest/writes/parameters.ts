import { Refusal, type Refused } from '../../command/outcome.ts';
import { UploadedFile } from '../../command/uploaded-file.ts';
import { isInstant } from '../../graphql/scalars.ts';
import { Reader } from '../reader.ts';
import { refusedAnswer, type RestAnswer } from '../types.ts';
import type { Fields } from './fields.ts';

/** The parameters of a change, as GitLab refuses them. */
export class Parameters extends Reader {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    super();
    this.#fields = fields;
  }

  oneOf(...names: readonly string[]): void {
    if (!names.some((name) => this.#fields.has(name)))
      this.faults.push(`${names.join(', ')} are missing, at least one parameter must be provided`);
  }

  exactlyOneOf(...names: readonly string[]): void {
    const given = names.filter((name) => this.#fields.has(name));
    if (given.length > 1) this.faults.push(`${given.join(', ')} are mutually exclusive`);
    if (given.length === 0) this.faults.push(`${names.join(', ')} are missing, exactly one parameter must be provided`);
  }

  /** Null reads as empty text; numbers and truths as they are written. */
  text(name: string): string | undefined {
    return this.read(name, (value) =>
      value === null ? '' : ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined,
    );
  }

  /** A file; null, for an empty text: what was there is to go. */
  file(name: string): UploadedFile | null | undefined {
    return this.read(name, (value) =>
      value === null || value === '' ? null : value instanceof UploadedFile ? value : undefined,
    );
  }

  /** What there is here in no other way: any other value is refused. */
  only(name: string, ...values: readonly unknown[]): void {
    if (this.#fields.has(name) && !values.map(String).includes(String(this.#fields.value(name))))
      this.wrong(name, 'does not have a valid value');
  }

  /** A whole number; null and empty text are none. */
  integer(name: string): number | undefined {
    return (
      this.read(name, (value) =>
        value === null || value === '' ? null : /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined,
      ) ?? undefined
    );
  }

  /** As it stands in `words`; null and empty text are none. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined {
    const given = this.read(name, (value) => (value === null ? '' : typeof value === 'string' ? value : undefined));
    const word = words.find((each) => each === given);
    if (given !== undefined && given !== '' && word === undefined) this.wrong(name, 'does not have a valid value');
    return word;
  }

  /** A number, or the path of a group. */
  place(name: string): number | string | undefined {
    const given = this.text(name);
    return given === undefined || given === '' ? undefined : /^\d{1,15}$/.test(given) ? Number(given) : given;
  }

  /** A whole number that is one of these. */
  among(name: string, values: readonly number[]): number | undefined {
    const given = this.integer(name);
    if (given === undefined || values.includes(given)) return given;
    this.wrong(name, 'does not have a valid value');
    return undefined;
  }

  /** Ids, as `Fields.ids` reads them. */
  ids(name: string): readonly number[] | undefined {
    try {
      return this.#fields.ids(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.wrong(name, 'is invalid');
      return undefined;
    }
  }

  /** A civil day, or an instant whose day it is; null and empty text are none. */
  day(name: string): string | null | undefined {
    return this.read(name, (value) =>
      value === null || value === ''
        ? null
        : typeof value === 'string' && isInstant(value)
          ? value.slice(0, 10)
          : undefined,
    );
  }

  protected override given(name: string): unknown {
    return this.#fields.value(name);
  }
}

/** GitLab's form of what an attribute must be: texts that begin with its name, by attribute. */
export function validationAnswer({ errors }: Pick<Refused, 'errors'>): RestAnswer {
  const message: Record<string, string[]> = {};
  for (const error of errors) {
    const [, name, fault] = /^(\w+) (.*)$/s.exec(error) ?? [];
    if (name === undefined || fault === undefined) return refusedAnswer({ status: 400, errors });
    (message[name.toLowerCase()] ??= []).push(fault);
  }
  return { status: 400, body: { message } };
}

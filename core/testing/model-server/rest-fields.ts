import { refuse } from './refusal.ts';

/** The fields of a request, from its query and body: `epic[title]=x`, `{ "epic": { "title": "x" } }` and `{ "title": "x" }` are the same. */
export class Fields {
  readonly #values = new Map<string, unknown>();

  constructor(query: Readonly<Record<string, unknown>>, body: unknown) {
    this.#take(query);
    if (typeof body !== 'object' || body === null) return;
    this.#take(body as Record<string, unknown>);
    const { epic, issue } = body as Record<string, unknown>;
    for (const inner of [epic, issue]) if (typeof inner === 'object' && inner !== null) this.#take({ ...inner });
  }

  #take(from: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(from)) {
      if (value !== undefined) this.#values.set(/^(?:epic|issue)\[(\w+)\]$/.exec(key)?.[1] ?? key, value);
    }
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || typeof value === 'string') return value;
    return refuse(422, `${name} is invalid`);
  }

  /** Null and the empty text are no day; whether it is one, the command asks. */
  day(name: string): string | null | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    return value === null || value === '' ? null : this.text(name);
  }

  flag(name: string): boolean | undefined {
    const value = this.#values.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value === 'true' || value === '1' || value === 1) return true;
    if (value === 'false' || value === '0' || value === 0) return false;
    return refuse(422, `${name} is invalid`);
  }

  integer(name: string): number | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : refuse(422, `${name} is invalid`);
  }

  words(name: string): string[] {
    const value = this.#values.get(name);
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((word: unknown) =>
      typeof word === 'string' ? word : refuse(422, `${name} is invalid`),
    );
  }
}

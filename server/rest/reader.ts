import { Invalid } from './types.ts';

/** What a call is asked with, by name and with its type. What is wrong is told by `check`, all of it in one sentence (400), and reads as absent until then. */
export abstract class Reader {
  protected readonly faults: string[];

  constructor(faults: string[] = []) {
    this.faults = faults;
  }

  /** Undefined: it is not there. */
  protected abstract given(name: string): unknown;

  /** As it is named in what is said of it. */
  protected named(name: string): string {
    return name;
  }

  required(...names: readonly string[]): void {
    for (const name of names) if (this.given(name) === undefined) this.wrong(name, 'is missing');
  }

  /** True or false, as Grape reads texts. */
  flag(name: string): boolean | undefined {
    return this.read(name, (value) =>
      /^(true|1|t|on)$/i.test(String(value)) ? true : /^(false|0|f|off)$/i.test(String(value)) ? false : undefined,
    );
  }

  /** @throws Invalid */
  check(): void {
    if (this.faults.length > 0) throw new Invalid([...new Set(this.faults)]);
  }

  protected read<T>(name: string, as: (value: unknown) => T | undefined, fault = 'is invalid'): T | undefined {
    const value = this.given(name);
    if (value === undefined) return undefined;
    const read = as(value);
    return read === undefined ? this.wrong(name, fault) : read;
  }

  protected wrong(name: string, fault: string): undefined {
    this.faults.push(`${this.named(name)} ${fault}`);
  }
}

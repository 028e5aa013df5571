import type { Table } from '../table/index.ts';
import { get, remove, set } from '../table/index.ts';

/** What is confirmed: tables by name. */
export type Tables = Readonly<Record<string, Table<unknown>>>;

export type ValueOf<T> = T extends Table<infer V> ? V : never;

interface Access {
  readonly table: string;
  readonly key: string;
  /** Undefined: no such entry. */
  readonly value: unknown;
}

/** Tables under a change; it notes what was read and written, so that nothing is repeated while what it read stays the same. */
export class Draft<C extends object> {
  readonly reads: Access[] = [];
  readonly writes: Access[] = [];
  readonly #base: C;

  constructor(base: C) {
    this.#base = base;
  }

  get<N extends keyof C & string>(table: N, key: string): ValueOf<C[N]> | undefined {
    for (const write of this.writes) {
      if (write.key === key && write.table === table) return write.value as ValueOf<C[N]> | undefined;
    }
    const value = get(this.#base[table] as Table<unknown>, key) as ValueOf<C[N]> | undefined;
    this.reads.push({ table, key, value });
    return value;
  }

  /** Sets an entry, or takes it away with undefined. */
  set<N extends keyof C & string>(table: N, key: string, value: ValueOf<C[N]> | undefined): void {
    const at = this.writes.findIndex((write) => write.key === key && write.table === table);
    const write = { table, key, value };
    if (at < 0) this.writes.push(write);
    else this.writes[at] = write;
  }
}

export function sameReads<C extends object>(draft: Draft<C>, base: C): boolean {
  return draft.reads.every(({ table, key, value }) => get((base as Tables)[table] as Table<unknown>, key) === value);
}

/** The tables with what was written; the same object where that changes nothing. */
export function commit<C extends object>(draft: Draft<C>, base: C): C {
  let next: Record<string, Table<unknown>> | null = null;
  for (const { table, key, value } of draft.writes) {
    const from = (next ?? (base as Tables))[table] as Table<unknown>;
    // mutant: draft-forgets-removals
    const to = value === undefined ? remove(from, key) : set(from, key, value);
    if (to === from) continue;
    next ??= { ...(base as Tables) };
    next[table] = to;
  }
  return next === null ? base : (next as C);
}

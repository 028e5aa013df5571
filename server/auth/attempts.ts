/** How often a name may be tried from one address before it has to wait. */
const LIMIT = 10;
const WINDOW_MS = 10 * 60 * 1000;
/** More keys than this are never kept: the oldest go first. */
const KEPT = 10_000;

/** Counts failed sign-ins in memory, per user name and address. Time is given by the caller. */
export class Attempts {
  readonly #failures = new Map<string, number[]>();

  /** Seconds to wait before the next try; 0 if it may go ahead. */
  wait(username: string, address: string, now: number): number {
    const recent = this.#recent(key(username, address), now);
    const oldest = recent[recent.length - LIMIT];
    return oldest === undefined ? 0 : Math.ceil((oldest + WINDOW_MS - now) / 1000);
  }

  failed(username: string, address: string, now: number): void {
    const name = key(username, address);
    const recent = this.#recent(name, now);
    this.#failures.delete(name);
    this.#failures.set(name, [...recent.slice(1 - LIMIT), now]);
    const first = this.#failures.size > KEPT ? this.#failures.keys().next().value : undefined;
    if (first !== undefined) this.#failures.delete(first);
  }

  succeeded(username: string, address: string): void {
    this.#failures.delete(key(username, address));
  }

  #recent(name: string, now: number): number[] {
    return (this.#failures.get(name) ?? []).filter((at) => at > now - WINDOW_MS);
  }
}

function key(username: string, address: string): string {
  return `${address} ${username.toLowerCase().slice(0, 255)}`;
}

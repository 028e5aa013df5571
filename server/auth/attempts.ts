/** How often a name may be tried from one address before it has to wait. */
const LIMIT = 10;
/** How often one address may try, whatever the names: many people may stand behind one, so it is more. */
const ADDRESS_LIMIT = 50;
const WINDOW_MS = 10 * 60 * 1000;
/** More keys than this are never kept: the oldest go first. */
const KEPT = 10_000;

/** Counts failed sign-ins in memory, per address and per user name and address. Time is given by the caller, in milliseconds. */
export class Attempts {
  readonly #failures = new Map<string, number[]>();

  /** Seconds to wait before the next try; 0 if it may go ahead. */
  wait(username: string, address: string, now: number): number {
    return Math.max(
      this.#wait(nameKey(username, address), LIMIT, now),
      this.#wait(addressKey(address), ADDRESS_LIMIT, now),
    );
  }

  failed(username: string, address: string, now: number): void {
    this.#add(nameKey(username, address), LIMIT, now);
    this.#add(addressKey(address), ADDRESS_LIMIT, now);
  }

  /** Forgets the failures of the name. Of those of the address only this try's: one good account must not free the way to others. */
  succeeded(username: string, address: string): void {
    this.#failures.delete(nameKey(username, address));
    this.#failures.get(addressKey(address))?.pop();
  }

  #wait(key: string, limit: number, now: number): number {
    const recent = this.#recent(key, now);
    const oldest = recent[recent.length - limit];
    return oldest === undefined ? 0 : Math.ceil((oldest + WINDOW_MS - now) / 1000);
  }

  #add(key: string, limit: number, now: number): void {
    const recent = this.#recent(key, now);
    this.#failures.delete(key);
    this.#failures.set(key, [...recent.slice(1 - limit), now]);
    const first = this.#failures.size > KEPT ? this.#failures.keys().next().value : undefined;
    if (first !== undefined) this.#failures.delete(first);
  }

  #recent(key: string, now: number): number[] {
    return (this.#failures.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
  }
}

function nameKey(username: string, address: string): string {
  return `${address} ${username.toLowerCase().slice(0, 255)}`;
}

/** An address holds no space, so this is no name's key. */
function addressKey(address: string): string {
  return address;
}

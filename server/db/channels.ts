export type Receive = (payload: string) => void;

export interface Listener {
  receive: Receive;
  /** Called when notifications may have been missed (the connection was lost and is back). */
  missed?: () => void;
}

/** Who listens to which channel in this process. A listener that throws does not keep the others from hearing. */
export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get names(): string[] {
    return [...this.#listeners.keys()];
  }

  /** Answers whether it is the channel's first listener: the session must then LISTEN. */
  add(channel: string, listener: Listener): boolean {
    const known = this.#listeners.get(channel);
    if (known !== undefined) {
      known.add(listener);
      return false;
    }
    this.#listeners.set(channel, new Set([listener]));
    return true;
  }

  /** Answers whether it was the channel's last listener: the session may then UNLISTEN. */
  remove(channel: string, listener: Listener): boolean {
    const known = this.#listeners.get(channel);
    if (known === undefined || !known.delete(listener) || known.size > 0) return false;
    this.#listeners.delete(channel);
    return true;
  }

  deliver(channel: string, payload: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) this.#call(() => listener.receive(payload));
  }

  missed(): void {
    for (const listeners of [...this.#listeners.values()]) {
      for (const listener of [...listeners]) this.#call(() => listener.missed?.());
    }
  }

  #call(fn: () => void): void {
    try {
      fn();
    } catch (error) {
      this.#onError(error);
    }
  }
}

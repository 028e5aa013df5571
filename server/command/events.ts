import type { EventKind } from '@espalier/core/work-item/rules';

export { EVENT_KINDS, type EventKind } from '@espalier/core/work-item/rules';

/** The items with events of a kind, in the order in which they were first added. */
export type Events = ReadonlyMap<EventKind, ReadonlySet<number>>;

/** Collects the events of one transaction: each item and kind once, in the order in which they were first added. */
export class EventLog {
  readonly #kinds = new Map<EventKind, Set<number>>();

  add(kind: EventKind, ...itemIds: (number | null)[]): void {
    for (const id of itemIds) {
      if (id === null) continue;
      const ids = this.#kinds.get(kind) ?? new Set<number>();
      this.#kinds.set(kind, ids.add(id));
    }
  }

  get all(): Events {
    return this.#kinds;
  }
}

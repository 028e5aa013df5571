import type { EventKind } from '@espalier/core/work-item/rules';

export { EVENT_KINDS, type EventKind } from '@espalier/core/work-item/rules';

/** The items with events of a kind, in the order in which they were first added. */
export type Events = ReadonlyMap<EventKind, ReadonlySet<number>>;

/** What happened to one note (AP-07.26). Numbers and no text: it travels through the database. */
export interface NoteChange {
  readonly id: number;
  readonly itemId: number;
  readonly what: 'created' | 'updated' | 'deleted';
  readonly internal: boolean;
  readonly discussionId: number;
  /** Of a deleted one: nothing is left of its discussion. */
  readonly isLast?: boolean;
}

/** Collects the events of one transaction: each item and kind once, in the order in which they were first added. */
export class EventLog {
  /** Of comments; what lines of activity are there `PlanStore.record` knows. */
  readonly notes: NoteChange[] = [];
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

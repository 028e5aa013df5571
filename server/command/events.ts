/**
 * What can happen to an item. `tree`: its children or their order changed; `counts`: its roll-ups; `links`: what it is linked to, or what a
 * child of it is; the others name the changed field.
 * An event is a reason to read again and never carries data: what a subscriber may see is decided when it reads.
 */
export const EVENT_KINDS = [
  'created',
  'deleted',
  'title',
  'description',
  'state',
  'dates',
  'labels',
  'assignees',
  'milestone',
  'iteration',
  'weight',
  'healthStatus',
  'progress',
  'confidential',
  'color',
  'parent',
  'links',
  'tree',
  'counts',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** The items with events of a kind, in the order in which they were first added. */
export type Events = ReadonlyMap<EventKind, ReadonlySet<number>>;

/** Collects the events of one transaction: each item and kind once, in the order in which they were first added. */
export class EventLog {
  readonly #kinds = new Map<EventKind, Set<number>>();

  add(kind: EventKind, ...itemIds: (number | null)[]): void {
    const ids = this.#kinds.get(kind) ?? new Set<number>();
    for (const id of itemIds) if (id !== null) ids.add(id);
    this.#kinds.set(kind, ids);
  }

  get all(): Events {
    return this.#kinds;
  }
}

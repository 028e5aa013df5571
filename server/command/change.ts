import {
  parseReference,
  type ReferenceContext,
  REFERENCES_MAX,
  referenceWords,
  TOO_MANY_REFERENCES,
} from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import {
  broughtAlong,
  changesRollups,
  type Contribution,
  type Contributor,
  type Delta,
  minus,
  nothing,
  ownContribution,
} from './contribution.ts';
import { EventLog } from './events.ts';
import type { Item } from './item.ts';
import { type Outcome, refuse, runCommand } from './outcome.ts';
import type { PlanStore } from './plan-store.ts';
import type { SystemNote } from './traces.ts';

/**
 * One change to the plan. It collects the consequences and applies them at the end, in the same transaction: roll-ups and inherited dates of all
 * ancestors, lock versions, system notes, events.
 *
 * Roll-ups are linear: whatever links a change rewrites, the totals of the new tree are those of the old one plus, at each new parent, the
 * old total of the child that came, minus, at each old parent, that of the child that left, all climbing along the *new* links. So the
 * order of several moves in one change does not matter, and nothing is recounted.
 */
export class Change {
  readonly store: PlanStore;
  readonly viewer: Viewer;
  readonly userId: number;
  readonly now: string;
  readonly events = new EventLog();
  readonly #notes: SystemNote[] = [];
  readonly #deltas: Delta[] = [];
  readonly #dated = new Set<number>();
  readonly #edited = new Set<number>();

  constructor(store: PlanStore, viewer: Viewer, userId: number, now: string) {
    this.store = store;
    this.viewer = viewer;
    this.userId = userId;
    this.now = now;
  }

  /** Call this first if links, or anything that rolls up along them, may change. */
  lock(): Promise<void> {
    return this.store.tree.lock();
  }

  note(item: Pick<Item, 'id'>, action: string, body: string, texts?: SystemNote['texts']): void {
    this.#notes.push({ itemId: item.id, action, body, ...(texts && { texts }) });
  }

  /** The item's own fields changed: its `lock_version` rises by one at the end, however many fields there are. */
  edited(id: number): void {
    this.#edited.add(id);
  }

  /** The item is new: its `lock_version` stays 0, whatever was set while creating it. */
  notEdited(id: number): void {
    this.#edited.delete(id);
  }

  /** These epics may have to inherit their dates again. */
  redate(...epicIds: (number | null)[]): void {
    for (const id of epicIds) if (id !== null) this.#dated.add(id);
  }

  /** A child moved from one parent to another (null: none); `below` is its own roll-up as it was before. */
  relinked(child: Contributor, below: Contribution, from: Place | null, to: Place | null): void {
    if (from !== null) this.#arrives(from, minus(nothing, broughtAlong(child, below, from.type)), child.type, -1);
    if (to !== null) this.#arrives(to, broughtAlong(child, below, to.type), child.type, 1);
    this.redate(from?.type === 'epic' ? from.id : null, to?.type === 'epic' ? to.id : null);
    this.events.add('tree', from?.id ?? null, to?.id ?? null);
  }

  /** A child of `parentId` changed its state, weight or health. */
  recounted(parentId: number | null, before: Contributor, after: Contributor): void {
    if (parentId === null) return;
    const contribution = minus(ownContribution(after), ownContribution(before));
    this.#deltas.push({ parentId, contribution, childEpics: 0, childIssues: 0 });
  }

  /** Brings everything up to date. Called once, by `changePlan`. */
  async finish(): Promise<void> {
    const { links, tree } = this.store;
    const deltas = this.#deltas.filter(changesRollups);
    if (deltas.length > 0) this.events.add('counts', ...(await tree.addToRollups(deltas)));
    const dated = this.#dated.size > 0 ? await tree.inheritDates([...this.#dated]) : { epics: [], parents: [] };
    this.events.add('dates', ...dated.epics);
    this.events.add('tree', ...dated.parents);
    const shownElsewhere = [...this.#edited, ...dated.epics];
    if (shownElsewhere.length > 0) this.events.add('links', ...(await links.neighbours(shownElsewhere)));
    const { all: events, notes: comments } = this.events;
    const traces = { edited: [...this.#edited], notes: this.#notes, authorId: this.userId, events, comments };
    if (traces.edited.length + traces.notes.length + traces.events.size > 0) await this.store.record(traces, this.now);
  }

  #arrives(place: Place, contribution: Contribution, type: string, count: 1 | -1): void {
    this.#deltas.push({
      parentId: place.id,
      contribution,
      childEpics: type === 'epic' ? count : 0,
      childIssues: type === 'epic' ? 0 : count,
    });
  }
}

/** What roll-ups need to know of a parent. */
export interface Place {
  readonly id: number;
  readonly type: string;
}

/** Runs a change in one transaction. Anonymous visitors cannot change anything. */
export function changePlan<T>(
  store: PlanStore,
  viewer: Viewer,
  now: string,
  run: (change: Change) => Promise<T>,
): Promise<Outcome<T>> {
  return runCommand(store, async (inside) => {
    if (viewer.userId === null) refuse(401, '401 Unauthorized');
    const change = new Change(inside, viewer, viewer.userId, now);
    const value = await run(change);
    await change.finish();
    return value;
  });
}

/** The words of a request, and the items that they refer to by their index, as far as the viewer may see them. Too many are refused. */
export async function referencedItems(
  { store, viewer }: Pick<Change, 'store' | 'viewer'>,
  references: readonly string[],
  context: ReferenceContext,
): Promise<{ readonly words: readonly string[]; readonly found: ReadonlyMap<number, Item> }> {
  const words = referenceWords(references);
  if (words.length > REFERENCES_MAX) refuse(422, TOO_MANY_REFERENCES);
  const { kind } = context;
  const wanted = words.map((word) => {
    const token = parseReference(word, context);
    return token.ok && token.kind === kind && token.path !== null
      ? { kind, path: token.path, iid: token.iid }
      : { kind, path: '', iid: 0 };
  });
  return { words, found: await store.items.byReference(viewer, wanted) };
}

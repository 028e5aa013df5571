import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import type { Db, Tx } from '../db/types.ts';
import { inheritDates } from '../epic/dates.ts';
import { EventLog } from '../live/events.ts';
import { type SystemNote, writeSystemNotes } from '../note/system-notes.ts';
import { type Outcome, refuse, runCommand } from './command.ts';
import type { Item } from './items.ts';
import { lockHierarchy } from './lock.ts';
import {
  applyDeltas,
  broughtAlong,
  type Contribution,
  type Delta,
  minus,
  nothing,
  ownContribution,
  type Contributor,
} from './rollups.ts';

/**
 * One change of the plan: collects what follows from it, and brings everything up to date at its end, in the same transaction: roll-ups and
 * inherited dates of all ancestors, lock versions, system notes, events.
 *
 * Roll-ups are linear: whatever links a change rewrites, the totals of the new tree are those of the old one plus, at each new parent, the
 * old total of the child that came, minus, at each old parent, that of the child that left, all climbing along the *new* links. So the
 * order of several moves in one change does not matter, and nothing is recounted.
 */
export class Change {
  readonly tx: Tx;
  readonly viewer: Viewer;
  readonly userId: number;
  readonly now: string;
  readonly events = new EventLog();
  readonly #notes: SystemNote[] = [];
  readonly #deltas: Delta[] = [];
  readonly #dated = new Set<number>();
  readonly #edited = new Set<number>();

  constructor(tx: Tx, viewer: Viewer, userId: number, now: string) {
    this.tx = tx;
    this.viewer = viewer;
    this.userId = userId;
    this.now = now;
  }

  /** Call first wherever links, or what rolls up along them, may change. */
  lock(): Promise<void> {
    return lockHierarchy(this.tx);
  }

  note(item: Pick<Item, 'id'>, action: string, body: string): void {
    this.#notes.push({ workItemId: item.id, action, body });
  }

  /** The item's own fields changed: its `lock_version` rises by one at the end, however many they are. */
  edited(id: number): void {
    this.#edited.add(id);
  }

  /** The item is new: whatever was set while making it, its `lock_version` stays 0. */
  notEdited(id: number): void {
    this.#edited.delete(id);
  }

  /** The dates of these epics may have to be inherited anew. */
  redate(...epicIds: (number | null)[]): void {
    for (const id of epicIds) if (id !== null) this.#dated.add(id);
  }

  /** A child left `from` and came to `to` (null: nothing); `below` is what its own roll-up held before. */
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
    const counted = await applyDeltas(this.tx, this.#deltas);
    this.events.add('counts', ...counted);
    const dated = await inheritDates(this.tx, [...this.#dated]);
    this.events.add('dates', ...dated);
    if (this.#edited.size > 0) {
      await sql`
        UPDATE work_items SET lock_version = lock_version + 1, updated_at = ${this.now}::timestamptz
        WHERE id = ANY(${[...this.#edited]}::bigint[])
      `.execute(this.tx);
    }
    await writeSystemNotes(this.tx, this.userId, this.#notes, this.now);
    await this.events.write(this.tx, this.now);
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

/** A parent, as far as roll-ups care. */
export interface Place {
  readonly id: number;
  readonly type: string;
}

/** Runs a change in one transaction. Anonymous visitors change nothing. */
export function changePlan<T>(
  db: Db,
  viewer: Viewer,
  now: string,
  run: (change: Change) => Promise<T>,
): Promise<Outcome<T>> {
  return runCommand(db, async (tx) => {
    if (viewer.userId === null) refuse(401, '401 Unauthorized');
    const change = new Change(tx, viewer, viewer.userId, now);
    const value = await run(change);
    await change.finish();
    return value;
  });
}

/** The roll-ups of these items, missing ones as zeros. */
export async function loadRollups(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, Contribution & { childEpics: number; childIssues: number }>> {
  const { rows } = await sql<Record<keyof Contribution | 'id' | 'childEpics' | 'childIssues', number>>`
    SELECT wanted.id, coalesce(r.opened_epics, 0) AS "openedEpics", coalesce(r.closed_epics, 0) AS "closedEpics",
      coalesce(r.opened_issues, 0) AS "openedIssues", coalesce(r.closed_issues, 0) AS "closedIssues",
      coalesce(r.opened_weight, 0) AS "openedWeight", coalesce(r.closed_weight, 0) AS "closedWeight",
      coalesce(r.on_track, 0) AS "onTrack", coalesce(r.needs_attention, 0) AS "needsAttention", coalesce(r.at_risk, 0) AS "atRisk",
      coalesce(r.child_epics, 0) AS "childEpics", coalesce(r.child_issues, 0) AS "childIssues"
    FROM unnest(${[...new Set(ids)]}::bigint[]) AS wanted (id) LEFT JOIN rollups r ON r.work_item_id = wanted.id
  `.execute(tx);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

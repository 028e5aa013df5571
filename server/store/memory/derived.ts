import { effectiveDate, inheritedDates, type InheritedDate } from '@espalier/core/epic/rules';
import {
  broughtAlong,
  type Delta,
  nothing,
  plus,
  type Contributor,
  type RollupRow,
} from '../../command/contribution.ts';
import type { MovedDates } from '../../command/tree-store.ts';
import type { EpicDates, ItemRow } from './rows.ts';
import type { WorldTables } from './world-tables.ts';

const EMPTY: RollupRow = { ...nothing, childEpics: 0, childIssues: 0 };
const NONE: InheritedDate<number> = { date: null, source: null };

const contributorOf = ({ type, state, weight, healthStatus }: ItemRow): Contributor => ({
  type,
  state,
  weight,
  health_status: healthStatus,
});

/**
 * Roll-ups and dates of a world, kept as the database keeps them: counted once from the links, then updated by what commands report. A command
 * that reports wrongly leaves them wrong, here as in the database.
 */
export class Derived {
  readonly #world: WorldTables;
  readonly #rollups: Map<number, RollupRow>;
  readonly #dates: Map<number, EpicDates>;

  private constructor(
    world: WorldTables,
    rollups: ReadonlyMap<number, RollupRow>,
    dates: ReadonlyMap<number, EpicDates>,
  ) {
    this.#world = world;
    this.#rollups = new Map(rollups);
    this.#dates = new Map(dates);
  }

  static of(world: WorldTables): Derived {
    const derived = new Derived(world, new Map(), new Map());
    for (const { id, type } of world.items.values()) {
      derived.#count(id);
      if (type === 'epic') derived.#date(id);
    }
    return derived;
  }

  copy(): Derived {
    return new Derived(this.#world, this.#rollups, this.#dates);
  }

  rollup(id: number): RollupRow {
    return this.#rollups.get(id) ?? EMPTY;
  }

  datesOf(item: ItemRow): EpicDates {
    const known = item.type === 'epic' ? this.#dates.get(item.id) : undefined;
    return known ?? { start: item.startDate, due: item.dueDate, inheritedStart: NONE, inheritedDue: NONE };
  }

  /** See `TreeStore.addToRollups`. */
  add(deltas: readonly Delta[]): readonly number[] {
    const distances = new Map<number, number>();
    for (const { parentId, contribution, childEpics, childIssues } of deltas) {
      let at: ItemRow | null = this.#world.items.get(parentId) ?? null;
      for (let distance = 0; at !== null; distance += 1) {
        const { id, type } = at;
        const before = this.rollup(id);
        const own = distance === 0;
        this.#rollups.set(id, {
          ...plus(before, contribution),
          childEpics: before.childEpics + (own ? childEpics : 0),
          childIssues: before.childIssues + (own ? childIssues : 0),
        });
        distances.set(id, Math.min(distance, distances.get(id) ?? Infinity));
        const parent: ItemRow | null = this.#world.parentOf(id);
        at = parent !== null && (type === 'epic' || parent.type !== 'epic') ? parent : null;
      }
    }
    return [...distances].sort(([, a], [, b]) => a - b).map(([id]) => id);
  }

  /** See `TreeStore.inheritDates`. */
  inherit(epicIds: readonly number[]): MovedDates {
    const moved = new Set<number>();
    const parents = new Set<number>();
    let level = [...new Set(epicIds)];
    while (level.length > 0) {
      const changed = level.filter((id) => this.#inheritOne(id));
      for (const id of changed) moved.add(id);
      level = [...new Set(changed.flatMap((id) => this.#world.links.get(id)?.parentId ?? []))];
      for (const id of level) parents.add(id);
    }
    return { epics: [...moved], parents: [...parents] };
  }

  /** Returns whether an effective date changed. */
  #inheritOne(id: number): boolean {
    const epic = this.#world.items.get(id);
    if (epic?.type !== 'epic') return false;
    const before = this.datesOf(epic);
    const known = this.#dates.has(id);
    const after = this.#inherited(epic, (child) => this.datesOf(child));
    this.#dates.set(id, after);
    return known
      ? before.start !== after.start || before.due !== after.due
      : after.start !== null || after.due !== null;
  }

  #count(id: number): RollupRow {
    const known = this.#rollups.get(id);
    if (known !== undefined) return known;
    const { type } = this.#world.item(id);
    let sum = EMPTY;
    for (const child of this.#world.childrenOf(id)) {
      const isEpic = child.type === 'epic';
      sum = {
        ...plus(sum, broughtAlong(contributorOf(child), this.#count(child.id), type)),
        childEpics: sum.childEpics + (isEpic ? 1 : 0),
        childIssues: sum.childIssues + (isEpic ? 0 : 1),
      };
    }
    this.#rollups.set(id, sum);
    return sum;
  }

  #date(id: number): EpicDates {
    const known = this.#dates.get(id);
    if (known !== undefined) return known;
    const dates = this.#inherited(this.#world.item(id), (child) => this.#date(child.id));
    this.#dates.set(id, dates);
    return dates;
  }

  #inherited(epic: ItemRow, datesOf: (child: ItemRow) => EpicDates): EpicDates {
    const children = this.#world.childrenOf(epic.id);
    const { start, due } = inheritedDates<number>({
      milestones: children.flatMap(({ type, milestoneId }) => {
        const milestone = type === 'epic' || milestoneId === null ? undefined : this.#world.milestones.get(milestoneId);
        return milestone === undefined ? [] : [milestone];
      }),
      childEpics: children
        .filter(({ type }) => type === 'epic')
        .map((child) => {
          const dates = datesOf(child);
          return { id: child.id, startDate: dates.start, dueDate: dates.due };
        }),
    });
    return {
      start: effectiveDate({ isFixed: epic.startIsFixed, fixed: epic.startDate }, start).date,
      due: effectiveDate({ isFixed: epic.dueIsFixed, fixed: epic.dueDate }, due).date,
      inheritedStart: start,
      inheritedDue: due,
    };
  }
}

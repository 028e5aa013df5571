import type { Stamped } from '@espalier/core/store';
import type { ItemReading } from '@espalier/core/work-item';
import type { Reading } from '../core/reading.ts';
import { TreeAdapter } from '@espalier/core/api';
import { addRollups, contribution, EMPTY_ROLLUP, subtractRollups } from '@espalier/core/tree/rules';
import { GROUP, pagesOf, parse } from '../core/data.ts';
import { reading } from '../core/reading.ts';
import { epicOf, issuesOf } from '../core/intake/intake.ts';

/** Somebody who applies the planner's actions to a state of their own kind. */
export interface Replayer {
  readonly name: string;
  /** Everything loaded and nothing done yet. Called anew for every round. */
  make(start: Start): Replaying;
}

export interface Replaying {
  replay(actions: readonly Stamped[]): void;
  /** Not timed; it holds the contestants to one result. */
  shown(): Shown;
}

/** Epics with their children, open ones first, as the server's answers gave them. */
export interface Start {
  readonly epics: readonly ItemReading[];
  readonly children: ReadonlyMap<string, readonly ItemReading[]>;
  readonly answers: readonly Stamped<Reading>[];
}

/** Everything that the actions change, in one text for each epic and one for the rest. */
export type Shown = readonly string[];

export const CHILDREN_EACH = 20;

export function startOf(items: number): Start {
  const adapter = new TreeAdapter();
  let rootId: string | undefined;
  const answers = parse(pagesOf({ parents: items / CHILDREN_EACH, childrenEach: CHILDREN_EACH })).map((page) => {
    const epic = epicOf(page);
    rootId ??= epic.id;
    return reading(rootId, {
      parentId: epic.id,
      parent: adapter.parent(epic, page.answer.group!.id, GROUP),
      items: issuesOf(page).map((node) => adapter.issue(node)),
    });
  });
  // As from a log: parsed, with no part shared.
  const parsed = JSON.parse(JSON.stringify(answers)) as Stamped<Reading>[];
  return {
    epics: parsed.map(({ payload: { data } }) => data.parent!),
    children: new Map(parsed.map(({ payload: { data } }) => [data.parentId, openFirst(data.items)])),
    answers: parsed,
  };
}

const openFirst = (items: readonly ItemReading[]): readonly ItemReading[] => [
  ...items.filter(({ state }) => state === 'opened'),
  ...items.filter(({ state }) => state !== 'opened'),
];

/** The roll-ups of an epic that an item comes under or leaves: the rule of the domain, the same for everybody. */
export function shifted(epic: ItemReading, item: ItemReading, sign: 1 | -1): Rolled {
  const rollup = {
    counts: epic.descendantCounts ?? EMPTY_ROLLUP.counts,
    weights: epic.descendantWeightSum ?? EMPTY_ROLLUP.weights,
    health: epic.healthCounts ?? EMPTY_ROLLUP.health,
  };
  const share = contribution(item, EMPTY_ROLLUP);
  const { counts, weights, health } = sign === 1 ? addRollups(rollup, share) : subtractRollups(rollup, share);
  return { descendantCounts: counts, descendantWeightSum: weights, healthCounts: health };
}

export type Rolled = Pick<ItemReading, 'descendantCounts' | 'descendantWeightSum' | 'healthCounts'>;

/** A position between two neighbours, or beside the one that there is. */
export function between(above: number | null | undefined, below: number | null | undefined): number | null {
  if (above != null && below != null) return (above + below) / 2;
  if (below != null) return below - 1;
  return above == null ? null : above + 1;
}

/** What `Shown` says about an epic and its children. */
type Lined = Pick<
  ItemReading,
  'id' | 'title' | 'relativePosition' | 'descendantCounts' | 'descendantWeightSum' | 'healthCounts'
>;

export const line = (epic: Lined, expanded: boolean, children: readonly Lined[]): string =>
  JSON.stringify([
    epic.id,
    epic.descendantCounts,
    epic.descendantWeightSum,
    epic.healthCounts,
    expanded,
    children.map(({ id, title, relativePosition }) => [id, title, relativePosition]),
  ]);

export const rest = (labelsShown: boolean, notices: readonly string[], pending: number): string =>
  JSON.stringify([labelsShown, notices, pending]);

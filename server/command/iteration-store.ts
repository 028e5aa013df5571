import type { CadenceFields, CivilDate, IterationDays } from '@espalier/core/work-item/rules';

export interface StoredCadence extends CadenceFields {
  readonly id: number;
  readonly groupId: number;
  /** The day on which it is looked at again; null: it is not automatic. */
  readonly nextRun: CivilDate | null;
}

export interface IterationFields extends IterationDays {
  readonly title: string | null;
  readonly description: string | null;
}

export interface StoredIteration extends IterationFields {
  readonly id: number;
  readonly cadenceId: number;
  readonly groupId: number;
}

/** The hierarchy lock must be held for whatever changes something. */
export interface IterationStore {
  cadence(id: number): Promise<StoredCadence | undefined>;
  /** The first of a group that is kept by hand. */
  firstManual(groupId: number): Promise<number | null>;
  /** Returns the id. */
  insertCadence(groupId: number, fields: CadenceFields, now: string): Promise<number>;
  updateCadence(id: number, changed: Partial<CadenceFields>, now: string): Promise<void>;
  /** Deletes it with its iterations; their items have none then. */
  deleteCadence(id: number): Promise<void>;
  /** Those of a cadence, in their order. */
  of(cadenceId: number): Promise<readonly StoredIteration[]>;
  find(id: number): Promise<StoredIteration | undefined>;
  /** With the next numbers of the group, which are never reused. Returns the ids, in the order given. */
  insert(
    cadence: Pick<StoredCadence, 'id' | 'groupId'>,
    iterations: readonly IterationFields[],
    now: string,
  ): Promise<readonly number[]>;
  update(id: number, changed: Partial<IterationFields>, now: string): Promise<void>;
  /** Its items have none then. */
  delete(id: number): Promise<void>;
  /** The items that have one of these. */
  itemsOf(ids: readonly number[]): Promise<readonly number[]>;
  /** Gives the open items of one iteration to another. Returns these items. */
  rollOver(from: number, to: number): Promise<readonly number[]>;
  /** Automatic cadences that are to be looked at on this day, or were before. */
  due(day: CivilDate): Promise<readonly number[]>;
  /** The first day on which a cadence is to be looked at; null: none is. */
  nextRun(): Promise<CivilDate | null>;
  /** AP-14.120: it is due on that day and not before, until its next run is set. */
  retry(cadenceId: number, day: CivilDate): Promise<void>;
  setNextRun(cadenceId: number, day: CivilDate | null): Promise<void>;
}

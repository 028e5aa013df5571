import type { CadenceFields, CivilDate } from '@espalier/core/work-item/rules';
import type { IterationFields, IterationStore, StoredCadence, StoredIteration } from '../../command/iteration-store.ts';
import { storable } from './items.ts';
import type { IterationRow } from './rows.ts';
import type { World } from './world.ts';

/** Without a cadence it comes into one that is kept by hand. Returns the id. */
export function addIteration(
  world: World,
  groupId: number,
  given: Pick<IterationRow, 'title' | 'startDate' | 'dueDate'> & Partial<IterationRow>,
): number {
  const id = world.nextId('iterations');
  const iids = [...world.iterations.values()].flatMap((row) => (row.groupId === groupId ? row.iid : []));
  const iid = Math.max(0, world.lastIids.get(`ig${groupId}`) ?? 0, ...iids) + 1;
  const cadenceId = given.cadenceId ?? manualCadence(world, groupId);
  world.iterations.set(id, { description: null, ...given, id, iid, groupId, cadenceId });
  return id;
}

function manualCadence(world: World, groupId: number): number {
  for (const row of world.cadences.values()) if (row.groupId === groupId && !row.automatic) return row.id;
  const id = world.nextId('cadences');
  const none = { description: null, startDate: null, durationInWeeks: null, iterationsInAdvance: null, nextRun: null };
  const title = `${world.group(groupId).name} Iterations`;
  world.cadences.set(id, { ...none, id, groupId, title, active: true, automatic: false, rollOver: false });
  return id;
}

export class MemoryIterations implements IterationStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async cadence(id: number): Promise<StoredCadence | undefined> {
    return this.#world.cadences.get(id);
  }

  async firstManual(groupId: number): Promise<number | null> {
    const own = [...this.#world.cadences.values()].filter((row) => row.groupId === groupId && !row.automatic);
    return own.length === 0 ? null : Math.min(...own.map((row) => row.id));
  }

  async insertCadence(groupId: number, fields: CadenceFields): Promise<number> {
    checked(fields);
    const id = this.#world.nextId('cadences');
    this.#world.cadences.set(id, { ...fields, id, groupId, nextRun: null });
    return id;
  }

  async updateCadence(id: number, changed: Partial<CadenceFields>): Promise<void> {
    checked(changed);
    const row = this.#world.cadences.get(id);
    if (row !== undefined) this.#world.cadences.set(id, { ...row, ...changed });
  }

  async deleteCadence(id: number): Promise<void> {
    for (const each of this.#of(id)) this.#delete(each);
    this.#world.cadences.delete(id);
  }

  async of(cadenceId: number): Promise<readonly StoredIteration[]> {
    return this.#of(cadenceId).map(stored);
  }

  async find(id: number): Promise<StoredIteration | undefined> {
    const row = this.#world.iterations.get(id);
    return row && stored(row);
  }

  async insert(
    { id: cadenceId, groupId }: Pick<StoredCadence, 'id' | 'groupId'>,
    iterations: readonly IterationFields[],
  ): Promise<readonly number[]> {
    iterations.forEach(checked);
    return iterations.map((fields) => addIteration(this.#world, groupId, { ...fields, cadenceId }));
  }

  async update(id: number, changed: Partial<IterationFields>): Promise<void> {
    checked(changed);
    const row = this.#world.iterations.get(id);
    if (row !== undefined) this.#world.iterations.set(id, { ...row, ...changed });
  }

  async delete(id: number): Promise<void> {
    const row = this.#world.iterations.get(id);
    if (row !== undefined) this.#delete(row);
  }

  async itemsOf(ids: readonly number[]): Promise<readonly number[]> {
    return this.#having(ids)
      .map((item) => item.id)
      .sort((a, b) => a - b);
  }

  async rollOver(from: number, to: number): Promise<readonly number[]> {
    const open = this.#having([from]).filter(({ state }) => state === 'opened');
    this.#world.keeping(() => {
      for (const { id } of open) this.#world.change(id, { iterationId: to });
    });
    return open.map((item) => item.id).sort((a, b) => a - b);
  }

  async due(day: CivilDate): Promise<readonly number[]> {
    const due = [...this.#runs()].filter(([, run]) => run <= day);
    return due.map(([id]) => id).sort((a, b) => a - b);
  }

  async nextRun(): Promise<CivilDate | null> {
    return [...this.#runs().values()].sort()[0] ?? null;
  }

  async retry(cadenceId: number, day: CivilDate): Promise<void> {
    this.#world.cadenceRetries.set(cadenceId, day);
  }

  async setNextRun(cadenceId: number, nextRun: CivilDate | null): Promise<void> {
    const row = this.#world.cadences.get(cadenceId);
    if (row !== undefined) this.#world.cadences.set(cadenceId, { ...row, nextRun });
    this.#world.cadenceRetries.delete(cadenceId);
  }

  /** When each is to be looked at. */
  #runs(): ReadonlyMap<number, CivilDate> {
    const { cadences, cadenceRetries } = this.#world;
    return new Map(
      [...cadences.values()].flatMap(({ id, nextRun }) => {
        const run = cadenceRetries.get(id) ?? nextRun;
        return run === null ? [] : [[id, run] as const];
      }),
    );
  }

  #of(cadenceId: number): readonly IterationRow[] {
    const own = [...this.#world.iterations.values()].filter((row) => row.cadenceId === cadenceId);
    return own.sort((a, b) => (a.startDate === b.startDate ? a.id - b.id : a.startDate < b.startDate ? -1 : 1));
  }

  #having(ids: readonly number[]) {
    return [...this.#world.items.values()].filter(
      ({ iterationId }) => iterationId !== null && ids.includes(iterationId),
    );
  }

  #delete({ id, groupId, iid }: IterationRow): void {
    const { iterations, lastIids } = this.#world;
    this.#world.keeping(() => {
      for (const item of this.#having([id])) this.#world.change(item.id, { iterationId: null });
    });
    lastIids.set(`ig${groupId}`, Math.max(lastIids.get(`ig${groupId}`) ?? 0, iid));
    iterations.delete(id);
  }
}

const stored = ({ id, cadenceId, groupId, title, description, startDate, dueDate }: IterationRow): StoredIteration => ({
  ...{ id, cadenceId, groupId, title, description, startDate, dueDate },
});

function checked({
  title,
  description,
}: {
  readonly title?: string | null;
  readonly description?: string | null;
}): void {
  storable(title);
  storable(description);
}

import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import type { Item, ItemFields, NewItem } from '../../command/item.ts';
import { databaseGround, type Ground, memoryGround, NOW, type Planted } from './planted.ts';

type Given = Partial<NewItem> & ItemFields;

/** The store that is being tested, planted anew for every test, and the writes that most tests begin with. */
export class Subject {
  plan!: Planted;

  get store() {
    return this.plan.store;
  }

  readonly epic = (given: Given = {}, group: keyof Planted['groups'] = 'acme'): Promise<number> =>
    this.#insert({ group_id: this.plan.groups[group], project_id: null }, given);

  readonly issue = (given: Given = {}): Promise<number> => {
    const { groups, projects } = this.plan;
    return this.#insert({ group_id: groups.web, project_id: projects.app }, { type: 'issue', ...given });
  };

  readonly get = async (id: number): Promise<Item> => {
    const item = (await this.store.items.byId(this.plan.viewers.root, [id])).get(id);
    if (item === undefined) throw new Error(`there is no item ${id}`);
    return item;
  };

  /** Puts children under a parent in this order, without roll-ups. */
  readonly put = (parent: number, ...children: number[]): Promise<void> => {
    const places = children.map((id, index) => ({ id, position: index * 10 }));
    return this.store.tree.attach(parent, places, NOW);
  };

  /** Who of the people gets any of these items. */
  readonly seenBy = async (ids: readonly number[]): Promise<string[]> => {
    const people = ['root', 'plan', 'rep', 'guest', 'out', 'nobody'] as const;
    const sizes = await Promise.all(
      people.map(async (name) => (await this.store.items.byId(this.plan.viewers[name], ids)).size),
    );
    return people.filter((_, index) => (sizes[index] ?? 0) > 0);
  };

  async #insert(owner: { group_id: number; project_id: number | null }, given: Given): Promise<number> {
    const iid = await this.store.items.nextIid(owner);
    const own = { iid, author_id: this.plan.users.dev, created_at: NOW, title: `item ${iid}` };
    return this.store.items.insert({ type: 'epic', ...owner, ...own, ...given });
  }
}

/** What a PlanStore does, whatever keeps the plan: the same tests on memory, and on the database that the tests run on. */
export function contract(noun: string, tests: (on: Subject) => void): void {
  describe.each([
    ['memory', memoryGround],
    ['the database', databaseGround],
  ] as const)(`${noun}, in %s`, (_, open) => {
    const subject = new Subject();
    let ground: Ground;
    beforeAll(async () => {
      ground = await open();
    });
    beforeEach(async () => {
      subject.plan = await ground.plant();
    });
    afterAll(() => ground.close());
    tests(subject);
  });
}

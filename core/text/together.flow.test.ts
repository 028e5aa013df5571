import fc from 'fast-check';
import { ModelServer } from '../../sim/server/index.ts';
import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { keeper } from '../keep/index.ts';
import { createPlanner } from '../planner.ts';
import type { Action } from '../store/action.ts';
import { epicGid, FakePorts, settle } from '../testing/index.ts';
import { selectTextForm, textActions, textSaga } from './index.ts';

/** Two people write into one description at once, word by word, and delete nothing: no word is lost, whatever is saved when, and whatever gets lost on the way. */

async function start() {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const acme = world.addGroup({ path: 'acme' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const epic = world.addEpic(acme, { title: 'Plan', description: 'one\ntwo\nthree\nfour' });
  server.signInAs('ada');
  const id = epicGid(epic.id);
  const text = (): string => world.items.get(epic.id)?.description ?? '';
  const written: string[] = [];

  /** A tab with a storage of its own. */
  function tab() {
    const stored = new Map<string, string>();
    const storage = {
      get: (key: string) => stored.get(key) ?? null,
      set: (key: string, value: string) => void stored.set(key, value),
      remove: (key: string) => void stored.delete(key),
      keys: (prefix: string) => [...stored.keys()].filter((key) => key.startsWith(prefix)),
    };
    const make = () => {
      const made = createPlanner({ ...fake.ports, storage, graphql: server.graphql, rest: server.rest });
      made.keep(keeper);
      made.watch('text', textSaga);
      made.store.dispatch(accessActions.sessionRequested());
      made.store.dispatch(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
      return made;
    };
    let planner = make();
    const act = async (...actions: readonly Action[]): Promise<void> => {
      for (const action of actions) planner.store.dispatch(action);
      await settle();
    };
    const form = () => selectTextForm(planner.store.getState(), id);
    return {
      form,
      /** A new word at the end of a line, or a new line behind it. */
      async write(at: number, asLine: boolean): Promise<void> {
        await act(textActions.opened({ id }));
        const shown = form();
        if (shown === null || shown.saving) return;
        const word = `word${written.length}`;
        const lines = shown.description.split('\n');
        const line = at % lines.length;
        const now = asLine ? lines.toSpliced(line + 1, 0, word) : lines.with(line, `${lines[line] ?? ''} ${word}`);
        written.push(word);
        await act(textActions.descriptionTyped({ id, text: now.join('\n') }));
      },
      save: () => act(textActions.saveAsked({ id })),
      settle: () => act(textActions.mergedByHand({ id })),
      /** The tab crashes, and is opened again. */
      async crash(): Promise<void> {
        planner.dispose();
        planner = make();
        await settle();
      },
      dispose: () => planner.dispose(),
    };
  }

  return { fake, server, written, text, tabs: [tab(), tab()] as const };
}

const steps = fc.array(
  fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    what: fc.constantFrom('write', 'write', 'write', 'save', 'save', 'wait', 'settle', 'lose', 'crash'),
    at: fc.nat({ max: 3 }),
    asLine: fc.boolean(),
  }),
  { minLength: 15, maxLength: 30 },
);

const step = (who: 0 | 1, what: string, at = 0) => ({ who, what, at, asLine: false });

/** In different lines, and in the same one. */
const APART = [step(0, 'write'), step(1, 'write', 3), step(0, 'save'), step(1, 'save')];
const TOGETHER = [step(0, 'write'), step(1, 'write'), step(0, 'save'), step(1, 'save')];

test('WI-08.46 two people write at once, and no word of either is lost, in whatever order they save', async () => {
  const seen = { conflicts: 0, takenOver: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { fake, server, written, text, tabs } = await start();
      await settle();
      await fake.clock.advance(1_000);
      const saved = new Set<string>();
      const look = (): void => {
        const now = text();
        for (const word of saved) expect(now.split(/\s/)).toContain(word);
        for (const word of written) if (now.split(/\s/).includes(word)) saved.add(word);
      };
      for (const { who, what, at, asLine } of list) {
        const tab = tabs[who];
        if (what === 'write') await tab.write(at, asLine);
        else if (what === 'save') await tab.save();
        else if (what === 'settle') await tab.settle();
        else if (what === 'crash') await tab.crash();
        else if (what === 'lose')
          server.fault({ kind: 'lose', match: 'PUT', when: asLine ? 'afterCommit' : 'beforeCommit' });
        else await fake.clock.advance(1_000 + at * 500);
        await settle();
        look();
        for (const each of tabs) {
          seen.conflicts += Number(each.form()?.conflict != null);
          seen.takenOver += each.form()?.takenOver ?? 0;
          seen.refused += Number(each.form()?.warning != null);
        }
      }
      // In the end everybody saves.
      for (let round = 0; round < 6 && tabs.some((tab) => tab.form() !== null); round += 1) {
        for (const tab of tabs) {
          await fake.clock.advance(4_000);
          await settle();
          await tab.settle();
          await tab.save();
          await fake.clock.advance(5_000);
          await settle();
          look();
        }
      }
      for (const tab of tabs) {
        expect(tab.form()).toBeNull();
        tab.dispose();
      }
      for (const word of written) expect(text().split(/\s/)).toContain(word);
    }),
    { numRuns: 8, examples: [[APART], [TOGETHER]] },
  );
  // It was about something.
  expect(Math.min(seen.conflicts, seen.takenOver, seen.refused)).toBeGreaterThan(0);
});

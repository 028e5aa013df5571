import { countBoxes } from '@espalier/core/checklist/rules';
import fc from 'fast-check';
import type { Item } from '../command/item.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { contract } from '../store/testing/contract.ts';
import { NOW } from '../store/testing/planted.ts';
import { createItem } from '../work-item/create.ts';
import type { ItemPatch } from '../work-item/patch.ts';
import { createFromTask } from '../work-item/task-lines.ts';
import { updateItem } from '../work-item/update.ts';
import { updateItemDescribed } from './description.ts';

const boxesOf = ({ description }: Item) => countBoxes(renderMarkdown(description ?? ''));
const keptOf = ({ task_count: count, tasks_completed: completed }: Item) => ({ count, completed });

const line = fc.constantFrom(
  ...[
    '- [ ] a',
    '- [x] b',
    '- [X] c',
    '- [~] d',
    '1. [x] e',
    '  - [ ] f',
    '> - [x] g',
    '- h',
    '- [x]i',
    '[ ] j',
    '',
    '```',
    '\\- [ ] k',
  ],
  ...[
    '- \\[ ] l',
    '- &#91; ] m',
    '* [\t] n',
    '<details>',
    '    - [ ] o',
    '/title p',
    '<input type="checkbox">',
    '- [ ]',
    '| [x] |',
    '- **[x]** q',
  ],
);
const text = fc
  .array(line, { maxLength: 7 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)));
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('edit', 'describe'), text }),
  fc.record({ kind: fc.constantFrom('check', 'uncheck', 'makeTask'), at: fc.nat(6) }),
  fc.record({ kind: fc.constantFrom('title', 'clear', 'goBack') }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S & { readonly text?: string; readonly at?: number } : never;

contract('the tasks of a text', (on) => {
  const run = async (id: number, { kind, text = '', at = 0 }: Step, before: Item, first: string): Promise<unknown> => {
    const { store } = on;
    const viewer = on.plan.viewers.plan;
    const line = at + 1;
    const source = before.description?.split('\n')[at]?.replace(/\r$/, '') ?? '';
    const patches: Readonly<Record<string, ItemPatch>> = {
      title: { title: `Title ${line}` },
      clear: { description: null },
      goBack: { description: first },
      check: { updateTask: { line, source, checked: true } },
      uncheck: { updateTask: { line, source, checked: false } },
    };
    if (kind === 'describe')
      return updateItemDescribed(store, viewer, { id, patch: { description: text }, origin: 'http://here' }, NOW);
    const lines = { id, lockVersion: before.lock_version, start: line, end: line };
    if (kind === 'makeTask') return createFromTask(store, viewer, { ...lines, title: 'T', type: 'task' }, NOW);
    return updateItem(store, viewer, { id, patch: patches[kind] ?? { description: text } }, NOW);
  };

  test('IE-06.70 what is kept with an item is what its text is rendered to, whatever is done to it', async () => {
    const edits = async (first: string, steps: readonly Step[]) => {
      const fields = { title: 'One', description: first };
      const made = await createItem(
        on.store,
        on.plan.viewers.plan,
        { project: 'acme/web/app', type: 'issue', fields },
        NOW,
      );
      if (!made.ok) throw new Error(made.errors.join());
      const { id } = made.value;
      expect(keptOf(await on.get(id))).toEqual(boxesOf(await on.get(id)));
      for (const each of steps) {
        await run(id, each, await on.get(id), first);
        const item = await on.get(id);
        expect(keptOf(item)).toEqual(boxesOf(item));
      }
    };
    await fc.assert(fc.asyncProperty(text, fc.array(step, { maxLength: 8 }), edits), { numRuns: 40 });
  });

  test('IE-06.70 so each of these changes what is kept', async () => {
    const id = await on.issue({ description: '- [ ] a\n- [ ] b' });
    const after = async (each: Step) => {
      await run(id, each, await on.get(id), '- [x] a');
      return Object.values(keptOf(await on.get(id)));
    };
    expect(await after({ kind: 'check', at: 0 })).toEqual([2, 1]);
    expect(await after({ kind: 'uncheck', at: 0 })).toEqual([2, 0]);
    expect(await after({ kind: 'makeTask', at: 1 })).toEqual([2, 0]);
    expect(await after({ kind: 'edit', text: '- [x] a\n- [x] b\n- [~] c\n- [ ] d' })).toEqual([3, 2]);
    expect(await after({ kind: 'describe', text: '- [x] a\n- [ ] b\n/title New' })).toEqual([2, 1]);
    expect((await on.get(id)).title).toBe('New');
    expect(await after({ kind: 'title' })).toEqual([2, 1]);
    expect(await after({ kind: 'goBack' })).toEqual([1, 1]);
    expect(await after({ kind: 'clear' })).toEqual([0, 0]);
  });
});

import { parseQuickActions } from '@espalier/core/quick-action/rules';
import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import type { Item, Made } from '../command/item.ts';
import { type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { createEpic } from '../epic/create.ts';
import { updateEpic } from '../epic/update.ts';
import { createItem } from '../work-item/create.ts';
import { updateIssue, updateItem } from '../work-item/update.ts';
import { lockFor, runCommands, type RunOutcome } from './execute.ts';

/** Commands in the descriptions of what is made and edited. */

/** What was made or edited, and what came of the commands in its description. */
export interface Described<T> extends RunOutcome {
  readonly value: T;
}

type Command<Input, Value> = (store: PlanStore, viewer: Viewer, input: Input, now: string) => Promise<Outcome<Value>>;

/** `origin`: `https://host:port` of this server. */
type WithOrigin<Input> = Input & { readonly origin: string };

interface Text {
  readonly description?: string | null | undefined;
}

/** How a command takes its description. */
interface Way<Input, Value> {
  text(input: Input): Text;
  with(input: Input, text: Text): Input;
  id(value: Value): number;
  /** What is edited, as it is before; absent: something is made. */
  before?(store: PlanStore, viewer: Viewer, input: Input): Promise<Item | undefined>;
}

/** WI-10.127: the command, and what the commands in its description do, all in one transaction. Where it is refused nothing is carried out. */
const describing =
  <Input, Value>(run: Command<Input, Value>, way: Way<Input, Value>): Command<WithOrigin<Input>, Described<Value>> =>
  async (store, viewer, input, now) => {
    const { description } = way.text(input);
    const nothing = { done: [], refused: [], applied: [] };
    if (description == null || parseQuickActions(description).body === description) {
      const outcome = await run(store, viewer, input, now);
      return outcome.ok ? { ok: true, value: { ...nothing, value: outcome.value } } : outcome;
    }
    return changePlan(store, viewer, now, async (change) => {
      const before = (await way.before?.(change.store, viewer, input))?.description ?? '';
      const { body, commands } = parseQuickActions(description, before);
      await lockFor(change, commands);
      // Line ends, and blank ones at the end, are no edit of their own.
      const text = { description: plain(body) === plain(before) ? before : body };
      const outcome = await run(change.store, viewer, way.with(input, text), now);
      if (!outcome.ok) return refuse(outcome.status, ...outcome.errors);
      const { value } = outcome;
      const call = { store: change.store, viewer, itemId: way.id(value), commands, now, origin: input.origin };
      return { ...(await runCommands(call)), value };
    });
  };

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

const FIELDS = {
  text: <Input extends { readonly fields: Text }>({ fields }: Input) => fields,
  with: <Input extends { readonly fields: Text }>(input: Input, text: Text) => ({
    ...input,
    fields: { ...input.fields, ...text },
  }),
  id: ({ id }: Made) => id,
};

const PATCH = {
  text: <Input extends { readonly patch: Text }>({ patch }: Input) => patch,
  with: <Input extends { readonly patch: Text }>(input: Input, text: Text) => ({
    ...input,
    patch: { ...input.patch, ...text },
  }),
  id: (id: number) => id,
};

export const createEpicDescribed = describing(createEpic, FIELDS);
export const createItemDescribed = describing(createItem, FIELDS);

export const updateEpicDescribed = describing(updateEpic, {
  ...PATCH,
  before: ({ items }, viewer, { groupPath, iid }) => items.epic(viewer, groupPath, iid),
});

export const updateIssueDescribed = describing(updateIssue, {
  ...PATCH,
  before: ({ items }, viewer, { projectPath, iid }) => items.ofProject(viewer, projectPath, iid),
});

export const updateItemDescribed = describing(updateItem, {
  ...PATCH,
  before: async ({ items }, viewer, { id }) => (await items.byId(viewer, [id])).get(id),
});

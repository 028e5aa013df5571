import type { RootState, Stamped } from '@espalier/core';
import type { ModelCall, ModelChange, World } from './server/index.ts';
import type { Network, Sent } from './network.ts';
import type { SessionLog, SimClient } from './planner-client.ts';
import type { Snapshot } from './pushes.ts';
import { isUncertain } from '@espalier/core/store';
import type { ItemPlace } from '@espalier/core/work-item';
import { ITEM_PLACES, itemStateActions, selectItemReading } from '@espalier/core/work-item';
import { itemEdits } from '@espalier/core/work-item/fields';
import { get } from '@espalier/core/table';
import { itemEditMadeBy } from './check-items.ts';
import { asItemEdit, factsOf, inputOf, lineOf, madeLines } from './item-edits.ts';
import { differences, FACTS, linesOf, rowLines, sorted, TYPE_NUMBERS, wireLines, type WireItem } from './item-page.ts';

/** The edits of an item's page on their way: what is sent, in which order, and what the server makes of it. */

/** What sends edits of items; a new type has a request of its own. */
export const ITEM_REQUESTS: ReadonlySet<string> = new Set(['workItemEdit', 'workItemConvert']);
const { changeAsked } = itemStateActions;

/** Looks at every edit as it is sent for the first time: it says one field, as its person meant it. */
export class ItemSendings {
  readonly found: string[] = [];
  readonly #seen = new Set<string>();

  note(
    { pending, confirmed }: RootState,
    session: string,
    { what, variables, idempotencyKey: key }: Pick<ModelCall, 'what' | 'variables' | 'idempotencyKey'>,
  ): void {
    if (!ITEM_REQUESTS.has(what) || key === undefined || this.#seen.has(key)) return;
    this.#seen.add(key);
    const mutation = pending.find(({ id, key: own = id }) => own === key);
    if (mutation?.type === changeAsked.type) return;
    const edit = asItemEdit(mutation);
    if (edit === null) {
      // What an ended tab has left is sent again in its words, by nobody's hand.
      if (!key.startsWith(`id-${session}-`)) return;
      this.found.push(`${what} is sent under ${key}, which no edit has`);
      return;
    }
    const [is, should] = [variables['input'], inputOf(edit, get(confirmed.items, edit.payload.id))];
    if (plain(is) !== plain(should))
      this.found.push(`${edit.type} sends ${plain(is)} and should send ${plain(should)}`);
  }
}

/** Whatever the order of its members. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** What the server made of an edit is what the edit says, and nothing else of the item is another than before. */
export function itemMadeFaults(
  mutation: { readonly id: string; readonly type: string; readonly payload: unknown },
  { variables }: ModelChange,
  before: Snapshot,
  world: World,
): string[] {
  const edit = asItemEdit(mutation);
  if (edit === null) return [];
  const id = Number(sorted([edit.payload.id]));
  const [old, row] = [before.items.get(id), world.items.get(id)];
  if (old === undefined || row === undefined) return [];
  const was = rowLines(old, before.links);
  const labels = old.labelIds.map((label) => ({ id: String(label), title: world.labels.get(label)?.title ?? '' }));
  // The people are the whole list, made of those of whom its session knew.
  const { assigneesWidget } = (variables['input'] ?? {}) as Widgets;
  return differences(`${id}, after ${edit.type},`, rowLines(row, world.links), {
    ...was,
    ...madeLines(edit, { people: [], labels }),
    ...(assigneesWidget && { assignees: sorted(assigneesWidget.assigneeIds) }),
  });
}

interface Answer {
  readonly [mutation: string]: { readonly workItem?: (WireItem & { readonly state: string }) | null } | null;
}
interface Widgets {
  readonly title?: string;
  readonly confidential?: boolean;
  readonly stateEvent?: 'CLOSE' | 'REOPEN';
  readonly workItemTypeId?: string;
  readonly labelsWidget?: { readonly addLabelIds?: readonly string[]; readonly removeLabelIds?: readonly string[] };
  readonly assigneesWidget?: { readonly assigneeIds: readonly string[] };
  readonly [widget: string]: unknown;
}

/** A request found what it asks for: nothing was changed, and the answer says so. */
export function foundItemSo({ call: { variables }, answer }: Sent): boolean {
  const [payload] = Object.values((answer?.data ?? {}) as Answer);
  const item = payload?.workItem;
  if (item == null) return false;
  const input = variables['input'] as Widgets;
  const said = wireLines(item);
  if (input.workItemTypeId !== undefined)
    return TYPE_NUMBERS[said.type ?? ''] === Number(input.workItemTypeId.split('/').at(-1));
  if (input.stateEvent !== undefined) return item.state === (input.stateEvent === 'CLOSE' ? 'CLOSED' : 'OPEN');
  if (input.labelsWidget !== undefined) {
    const { addLabelIds = [], removeLabelIds = [] } = input.labelsWidget;
    const ids = (said.labels ?? '').split(',');
    return (
      addLabelIds.every((id) => ids.includes(sorted([id]))) && !removeLabelIds.some((id) => ids.includes(sorted([id])))
    );
  }
  if (input.assigneesWidget !== undefined) return said.assignees === sorted(input.assigneesWidget.assigneeIds);
  const asked = Object.assign(
    {},
    input,
    ...Object.values(input).filter((value) => typeof value === 'object'),
  ) as Record<string, unknown>;
  const names: Readonly<Record<string, string>> = { milestoneId: 'milestone', iterationId: 'iteration' };
  return Object.entries(asked).every(([name, value]) => {
    const fact = FACTS.find((each) => each === (names[name] ?? name));
    return (
      fact === undefined ||
      said[fact] === undefined ||
      said[fact] === (fact === 'title' ? value : sorted([String(value)]))
    );
  });
}

/** The edits of one field of one item by one session are sent one at a time, and made in the order in which its person made them, each under a key of its own. */
export function itemOrderFaults(
  clients: readonly SimClient[],
  sent: readonly Sent[],
  history: readonly ModelChange[],
): string[] {
  const order = new Map<string, number>();
  const lines = new Map<string, string>();
  const refused = new Set<string>();
  for (const [index, { sessions }] of clients.entries()) {
    for (const [session, { actions, before, end }] of sessions.entries()) {
      for (const [at, action] of actions.entries()) {
        const { resolves } = action.meta;
        if (resolves?.as === 'refused') refused.add(resolves.id);
        const made = itemEditMadeBy(action, before[at + 1] ?? end);
        if (made === null) continue;
        order.set(made.id, order.size);
        lines.set(made.id, `${index}.${session} ${lineOf(made)}`);
      }
    }
  }
  const found = atOnceFaults(sent, lines);
  // A storage that was full or away as an edit was refused has it still, and the next tab sends it.
  const leftOver = new Set(
    sent.flatMap(({ session, call: { idempotencyKey: key = '' } }) =>
      refused.has(key) && lines.get(key)?.startsWith(`${session} `) === false ? [key] : [],
    ),
  );
  const last = new Map<string, string>();
  for (const { idempotencyKey: key = '' } of history) {
    const line = lines.get(key);
    if (line === undefined || leftOver.has(key)) continue;
    const before = last.get(line);
    if (before !== undefined && (order.get(before) ?? 0) > (order.get(key) ?? 0)) {
      found.push(`of ${line} ${before} was made before ${key}, which came first`);
    }
    last.set(line, key);
  }
  return found;
}

/** No edit is sent while another one of its line is on its way. */
function atOnceFaults(sent: readonly Sent[], lines: ReadonlyMap<string, string>): string[] {
  const open = new Map<string, Sent>();
  return sent.flatMap((one) => {
    const { idempotencyKey: key = '', what } = one.call;
    const line = lines.get(key);
    if (line === undefined || !ITEM_REQUESTS.has(what)) return [];
    const name = `${one.session} ${line}`;
    const before = open.get(name);
    open.set(name, one);
    if (before === undefined || (before.end !== 'waiting' && before.endedAt <= one.at)) return [];
    return [`of ${line} ${key} is sent while ${String(before.call.idempotencyKey)} is on its way`];
  });
}

const PAGES: ReadonlySet<string> = new Set(['workItemPage', 'projectWorkItemPage']);
const ENDINGS = [changeAsked, ...Object.values(itemEdits)];

/** Of which item an answer may be older than what is known, or says nothing of what became of a change; null: of none. */
function inDoubt(action: Stamped): string | null {
  for (const { committed, refused } of ENDINGS) {
    if (committed.match(action) && action.payload.behind === true) return action.payload.asked.id;
    if (refused.match(action) && isUncertain(action.payload.failure)) return action.payload.asked.id;
  }
  return null;
}

/** Where the outcome of an edit of the item that is shown is in doubt its page is read again at once, unless it is being read just then. */
export function doubtFaults({ index, sessions, hiddenTimes, clockJumped }: SimClient, sent: readonly Sent[]): string[] {
  // Actions bear the time of the person's own clock.
  if (clockJumped) return [];
  return sessions.flatMap(({ actions, before }: SessionLog, generation) => {
    const own = sent.filter(({ session }) => session === `${index}.${generation}`);
    const readings = own.filter(({ call }) => PAGES.has(call.what));
    return actions.flatMap((action, at) => {
      const state = before[at];
      const id = inDoubt(action);
      // What could not be read is not shown: its person tries again.
      const isShown = (place: ItemPlace): boolean =>
        state?.workItem[place].id === id && selectItemReading(state, place).status !== 'failed';
      if (state === undefined || id === null || !ITEM_PLACES.some(isShown)) return [];
      const key = action.meta.resolves?.id ?? '';
      const ending = own.findLast(({ call, end }) => call.idempotencyKey === key && end !== 'waiting');
      const now = ending?.endedAt ?? 0;
      const isHidden = hiddenTimes.some(({ from, to }) => from <= now && to >= now);
      const isRead = readings.some((one) => one.at <= now && (one.end === 'waiting' || one.endedAt >= now));
      if (ending === undefined || isHidden || isRead || state.access.ended !== undefined) return [];
      return readings.some((one) => one.at === now)
        ? []
        : [`client ${index} is in doubt about ${key} at ${now} and does not read ${id} again`];
    });
  });
}

/** Follows the readings of item pages: what is older than an acknowledged edit of the same session changes nothing of its fields. */
export class ItemReadings {
  readonly #session: string;
  readonly #network: Network;
  /** By item and fact: the version of the server with which the last acknowledged edit was made. */
  readonly #written = new Map<string, number>();

  constructor(session: string, network: Network) {
    this.#session = session;
    this.#network = network;
  }

  /** What must be of `state`, before the action, after it as well. */
  before(action: Stamped, state: RootState): (after: RootState) => string[] {
    this.#note(action, state);
    if (action.type !== 'workItem/page/received') return () => [];
    const { params, data } = action.payload as Received;
    const { projectPath, by, number } = params;
    const reading = by === 'id' ? `gid://gitlab/WorkItem/${number}` : `${projectPath}#${number}`;
    const version = this.#network.versionOf(this.#session, `item ${reading}`);
    const { id } = data.item;
    const facts = FACTS.filter((fact) => version < (this.#written.get(`${id} ${fact}`) ?? 0));
    const old = get(state.confirmed.items, id);
    if (facts.length === 0 || old === undefined) return () => [];
    return (after) => {
      const item = get(after.confirmed.items, id);
      const texts = item === undefined ? [] : differences(id, linesOf(item), linesOf(old), facts);
      return texts.map((text) => `${text}: a reading from before an edit of its own is taken in`);
    };
  }

  #note({ meta }: Stamped, { pending }: RootState): void {
    if (meta.resolves?.as !== 'committed') return;
    const edit = asItemEdit(pending.find(({ id }) => id === meta.resolves?.id));
    if (edit === null) return;
    const key = edit.key ?? edit.id;
    const made = this.#network.lastSent(this.#session, ({ idempotencyKey }) => idempotencyKey === key)?.version ?? 0;
    for (const fact of factsOf(edit)) this.#written.set(`${edit.payload.id} ${fact}`, made);
  }
}

interface Received {
  readonly params: { readonly projectPath: string; readonly by: 'id' | 'iid'; readonly number: string };
  readonly data: { readonly item: { readonly id: string } };
}

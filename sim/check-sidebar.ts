import type { Stamped } from '@espalier/core';
import type { SidebarEpic } from '@espalier/core/sidebar';
import type { ModelChange, World } from './server/index.ts';
import type { Sent } from './network.ts';
import type { SessionLog, SimClient } from './planner-client.ts';
import { selectVisible } from '@espalier/core';
import { roadmapActions, type DatesChange } from '@espalier/core/roadmap';
import { epicEdits } from '@espalier/core/epic';
import { epicDate, sidebarReads, sidebarFields } from '@espalier/core/sidebar';
import { entries } from '@espalier/core/table';
import { numberOf } from './oracle.ts';

/** The sidebar of an epic: what is checked of it, as texts of what is wrong. */

/** The types of the actions that make its edits. */
export const SIDEBAR_EDITS: ReadonlySet<string> = new Set(Object.values(epicEdits).map(({ type }) => type));

interface Made {
  readonly id: string;
  readonly type: string;
  readonly payload: unknown;
  readonly key?: string;
}

/** The edit that an action makes, as it waits for its answer; undefined: there was nothing to be edited. */
const madeBy = ({ type, meta }: Stamped, after: SessionLog['end']): Made | undefined =>
  SIDEBAR_EDITS.has(type) ? after.pending.find(({ id }) => id === meta.id) : undefined;

/** The epics whose sidebar has been read, by what it says of them. */
type Epics = ReadonlyMap<string, SidebarEpic>;

function epicsOf(tables: SessionLog['end']['confirmed']): Epics {
  const read = [...entries(tables.items)].filter(([, { subscribed }]) => subscribed !== undefined);
  return new Map(read.map(([id, item]) => [id, sidebarFields(tables, item)]));
}

const shownEpics = (state: SessionLog['end']): Epics => epicsOf(selectVisible(state));

interface Payload {
  readonly id: string;
  readonly field: 'start' | 'due';
  readonly isFixed: boolean;
  readonly fixed?: string | null;
  readonly add: SidebarEpic['labels'];
  readonly remove: readonly string[];
  readonly color: string;
  readonly subscribed: boolean;
  readonly exists: boolean;
  readonly confidential: boolean;
}

/** `size::small` and `size::large` exclude each other. */
const scopeOf = (title: string): string => title.slice(0, Math.max(0, title.lastIndexOf('::')));

function labelled(labels: SidebarEpic['labels'], { add, remove }: Payload): string {
  let titles = labels.filter(({ id }) => !remove.includes(id)).map(({ title }) => title);
  for (const { id, title } of add) {
    if (remove.includes(id)) continue;
    titles = titles.filter((other) => other !== title && (scopeOf(title) === '' || scopeOf(other) !== scopeOf(title)));
    titles.push(title);
  }
  return titles.sort().join();
}

export const titlesOf = (labels: SidebarEpic['labels']): string =>
  labels
    .map(({ title }) => title)
    .sort()
    .join();

/** `#ABC` is `#aabbcc`. */
export const wholeColor = (color: string): string =>
  (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color).toLowerCase();

/** What an epic's sidebar says, a line each; inherited values apart, which follow the children. */
const fixedLine = ({ isFixed, fixed }: ReturnType<typeof epicDate>): string => `${isFixed} ${fixed}`;

const linesOf = (epic: SidebarEpic): Record<string, string> => ({
  start: fixedLine(epicDate(epic, 'start')),
  due: fixedLine(epicDate(epic, 'due')),
  labels: titlesOf(epic.labels),
  color: wholeColor(epic.color ?? ''),
  subscribed: String(epic.subscribed),
  todo: String(epic.todo.exists),
  confidential: String(epic.confidential),
});

/** The same after an edit. */
function editedLines(type: string, epic: SidebarEpic, payload: Payload): Record<string, string> {
  const lines = linesOf(epic);
  const { field, isFixed, fixed } = payload;
  switch (type) {
    case epicEdits.dateChanged.type:
      return { ...lines, [field]: `${isFixed} ${fixed === undefined ? epicDate(epic, field).fixed : fixed}` };
    case epicEdits.labelsChanged.type:
      return { ...lines, labels: labelled(epic.labels, payload) };
    case epicEdits.colorChanged.type:
      return { ...lines, color: wholeColor(payload.color) };
    case epicEdits.subscriptionChanged.type:
      return { ...lines, subscribed: String(payload.subscribed) };
    case epicEdits.todoChanged.type:
      return { ...lines, todo: String(payload.exists) };
    default:
      return { ...lines, confidential: String(payload.confidential) };
  }
}

function differences(id: string, is: Record<string, string>, should: Record<string, string>): string[] {
  return Object.keys(should).flatMap((name) =>
    is[name] === should[name] ? [] : [`${name} of ${id} becomes ${is[name]} and should be ${should[name]}`],
  );
}

function effectiveFaults(epic: SidebarEpic): string[] {
  return [epicDate(epic, 'start'), epicDate(epic, 'due')].flatMap(({ date, isFixed, fixed, inherited }) =>
    date === (isFixed ? fixed : inherited)
      ? []
      : [`${epic.id} has the date ${date} of ${isFixed}, ${fixed}, ${inherited}`],
  );
}

/** An edit is shown at once as what it is, and nothing else of that epic or another one changes with it. */
function shownFaults({ type, payload }: Made, before: SessionLog['end'], after: SessionLog['end']): string[] {
  const [was, is] = [shownEpics(before), shownEpics(after)];
  const edit = payload as Payload;
  return [...is].flatMap(([id, epic]) => {
    const old = was.get(id);
    if (old === undefined || old === epic) return id === edit.id && old !== undefined ? same(old, type, edit) : [];
    const should = id === edit.id ? editedLines(type, old, edit) : linesOf(old);
    return [...differences(id, linesOf(epic), should), ...effectiveFaults(epic)];
  });
}

/** What changes nothing may leave the epic as it is. */
const same = (epic: SidebarEpic, type: string, edit: Payload): string[] =>
  differences(epic.id, linesOf(epic), editedLines(type, epic, edit));

interface EpicAnswer {
  readonly startDateIsFixed: boolean | null;
  readonly startDateFixed: string | null;
  readonly dueDateIsFixed: boolean | null;
  readonly dueDateFixed: string | null;
  readonly labels: { readonly nodes: readonly { readonly title: string }[] };
  readonly color: string | null;
  readonly confidential: boolean | null;
  readonly subscribed: boolean | null;
}

/** What the server answers to an edit is what its field is from then on, and only that field is taken from the answer. */
function foldedFaults(
  mutation: Made,
  before: SessionLog['end'],
  after: SessionLog['end'],
  byKey: ReadonlyMap<string, Sent>,
): string[] {
  const { id, field } = mutation.payload as Payload;
  const [old, epic] = [before, after].map(({ confirmed }) => epicsOf(confirmed).get(id));
  const sent = byKey.get(mutation.key ?? mutation.id);
  if (old === undefined || epic === undefined || sent === undefined) return [];
  const data = (sent.answer?.data ?? {}) as Readonly<Record<string, { readonly epic?: EpicAnswer | null } | null>>;
  const answer = (data['updateEpic'] ?? data['epicSetSubscription'])?.epic ?? null;
  const should = linesOf(old);
  const day = (time: string | null): string => String(time?.slice(0, 10) ?? null);
  switch (mutation.type) {
    case epicEdits.todoChanged.type:
      should['todo'] = String((mutation.payload as Payload).exists);
      break;
    case epicEdits.dateChanged.type:
      if (answer === null) break;
      should[field] =
        field === 'start'
          ? `${answer.startDateIsFixed} ${day(answer.startDateFixed)}`
          : `${answer.dueDateIsFixed} ${day(answer.dueDateFixed)}`;
      break;
    case epicEdits.labelsChanged.type:
      should['labels'] = titlesOf((answer?.labels.nodes ?? []) as SidebarEpic['labels']);
      break;
    case epicEdits.colorChanged.type:
      should['color'] = wholeColor(answer?.color ?? '');
      break;
    case epicEdits.subscriptionChanged.type:
      should['subscribed'] = String(answer?.subscribed);
      break;
    default:
      should['confidential'] = String(answer?.confidential);
  }
  return differences(id, linesOf(epic), should).map((text) => `after ${mutation.id}: ${text}`);
}

/** Which field of an epic an edit is about. */
function fieldOf({ type, payload }: Pick<Stamped, 'type' | 'payload'>): string {
  const { field } = payload as Payload;
  const names: Readonly<Record<string, string>> = {
    [epicEdits.dateChanged.type]: field,
    [epicEdits.labelsChanged.type]: 'labels',
    [epicEdits.colorChanged.type]: 'color',
    [epicEdits.subscriptionChanged.type]: 'subscribed',
    [epicEdits.todoChanged.type]: 'todo',
  };
  return names[type] ?? 'confidential';
}

/** What takes an edit back gives the field the value of before, where nothing else has changed it since. */
function takenBackFaults(log: SessionLog, index: number): string[] {
  const action = log.actions[index];
  const before = log.before[index];
  const { reverses } = action?.meta ?? {};
  if (action === undefined || before === undefined || reverses?.way !== 'undo') return [];
  const { done } = before.command.history;
  const made = done.find(({ serial }) => serial === reverses.serial);
  const at = log.actions.findIndex(({ meta }) => meta.id !== undefined && meta.id === made?.mutationId);
  const { id } = action.payload as Payload;
  const valueOf = (state: SessionLog['end'] | undefined): string | undefined => {
    const epic = state === undefined ? undefined : shownEpics(state).get(id);
    return epic === undefined ? undefined : linesOf(epic)[fieldOf(action)];
  };
  const [was, became] = [valueOf(log.before[at]), valueOf(log.before[at + 1])];
  if (at < 0 || was === undefined || valueOf(before) !== became) return [];
  const is = valueOf(log.before[index + 1] ?? log.end);
  return is === was
    ? []
    : [`${fieldOf(action)} of ${id} was ${was}, became ${became}, and is ${is} when that is taken back`];
}

/** Whatever is read meanwhile, the last edit of a field that waits for its answer is what is shown of it. */
function pendingFaults(state: SessionLog['end']): string[] {
  const epics = shownEpics(state);
  const last = new Map<string, { readonly type: string; readonly payload: unknown }>();
  for (const { type, payload } of state.pending) {
    // A bar that was moved since gives the same dates.
    if (roadmapActions.datesChanged.type === type) {
      const { id, startDate, dueDate } = payload as DatesChange;
      if (startDate !== undefined) last.delete(`${id} start`);
      if (dueDate !== undefined) last.delete(`${id} due`);
    }
    if (SIDEBAR_EDITS.has(type))
      last.set(`${(payload as Payload).id} ${fieldOf({ type, payload })}`, { type, payload });
  }
  return [...last.values()].flatMap(({ type, payload }) => {
    const epic = epics === undefined ? undefined : epics.get((payload as Payload).id);
    return epic === undefined ? [] : same(epic, type, payload as Payload);
  });
}

/** Follows the edits of the sidebar through the log of a session. */
export function sidebarEditFaults(log: SessionLog, sent: readonly Sent[]): string[] {
  if (!log.actions.some(({ type }) => type.startsWith('sidebar/'))) return [];
  const byKey = new Map<string, Sent>();
  for (const one of sent) {
    const key = one.call.idempotencyKey;
    if (key !== undefined && (one.end === 'answered' || !byKey.has(key))) byKey.set(key, one);
  }
  return log.actions.flatMap((action, index) => {
    const [before, after] = [log.before[index], log.before[index + 1] ?? log.end];
    if (before === undefined) return [];
    const made = madeBy(action, after);
    if (made !== undefined) return [...shownFaults(made, before, after), ...takenBackFaults(log, index)];
    if (sidebarReads.epic.received.match(action)) return pendingFaults(after);
    const { resolves } = action.meta;
    const mutation = before.pending.find(({ id }) => id === resolves?.id);
    if (resolves === undefined || mutation === undefined || !SIDEBAR_EDITS.has(mutation.type)) return [];
    if (resolves.as === 'committed') return foldedFaults(mutation, before, after, byKey);
    return before.confirmed === after.confirmed ? [] : [`the refusal of ${mutation.id} changes what is confirmed`];
  });
}

/** What the server made of an edit is what the edit says: of the field that it is about, as the row has it right after. */
export function madeFaults(
  mutation: { readonly type: string; readonly payload: unknown },
  { who, request }: ModelChange,
  world: World,
): string[] {
  const { type, payload } = mutation;
  if (!SIDEBAR_EDITS.has(type)) return [];
  const edit = payload as Payload;
  const row = world.items.get(numberOf(edit.id) ?? 0);
  const user = [...world.users.values()].find(({ username }) => username === who);
  if (row === undefined) return [];
  const has = (label: string): boolean => row.labelIds.includes(numberOf(label) ?? 0);
  switch (type) {
    case epicEdits.dateChanged.type: {
      const isStart = edit.field === 'start';
      const [isFixed, fixed] = isStart ? [row.startIsFixed, row.startDate] : [row.dueIsFixed, row.dueDate];
      const isSo = isFixed === edit.isFixed && (edit.fixed === undefined || fixed === edit.fixed);
      return isSo
        ? []
        : [`${edit.field} of ${row.id} was to be ${edit.isFixed} ${edit.fixed} and is ${isFixed} ${fixed}`];
    }
    case epicEdits.labelsChanged.type: {
      const last = new Map(edit.add.map(({ id, title }) => [scopeOf(title) === '' ? title : scopeOf(title), id]));
      const [missing, left] = [
        [...last.values()].filter((id) => !has(id) && !edit.remove.includes(id)),
        edit.remove.filter(has),
      ];
      return [
        ...missing.map((id) => `${id} was to come to ${row.id}`),
        ...left.map((id) => `${id} was to leave ${row.id}`),
      ];
    }
    case epicEdits.colorChanged.type:
      return wholeColor(row.color) === wholeColor(edit.color)
        ? []
        : [`${row.id} was to be ${edit.color} and is ${row.color}`];
    case epicEdits.subscriptionChanged.type: {
      const is = world.subscriptions.get(`${row.id} ${user?.id}`);
      return is === edit.subscribed ? [] : [`the subscription of ${row.id} was to be ${edit.subscribed} and is ${is}`];
    }
    case epicEdits.todoChanged.type: {
      // Another tab of the same person may have made a new one since: what ends is the one that was asked for.
      const ended = world.todos.get(Number(request?.path.split('/').at(-1)));
      const is = edit.exists ? hasTodo(world, row.id, user?.id) : ended?.state !== 'done';
      return is === edit.exists ? [] : [`the to-do of ${row.id} was to be ${edit.exists} and is ${is}`];
    }
    default:
      return row.confidential === edit.confidential ? [] : [`${row.id} was to be confidential: ${edit.confidential}`];
  }
}

export const hasTodo = (world: World, itemId: number, userId: number | undefined): boolean =>
  [...world.todos.values()].some((row) => row.userId === userId && row.itemId === itemId && row.state === 'pending');

const SENT_AS: ReadonlySet<string> = new Set(['epicFieldsUpdate', 'epicSetSubscription']);
const isTodo = ({ request }: Sent['call']): boolean =>
  request !== null && request.method !== 'GET' && /\/todos(\/\d+)?$/.test(request.path);

/** The edits of one field of one epic by one session were made in the order in which its person made them, each under a key of its own. */
export function sidebarOrderFaults(
  clients: readonly SimClient[],
  sent: readonly Sent[],
  history: readonly ModelChange[],
): string[] {
  const order = new Map<string, number>();
  const lineOf = new Map<string, string>();
  for (const [index, { sessions }] of clients.entries()) {
    for (const [session, { actions, before, end }] of sessions.entries()) {
      for (const [at, action] of actions.entries()) {
        const made = madeBy(action, before[at + 1] ?? end);
        if (made === undefined) continue;
        const { id, field } = made.payload as Payload;
        order.set(made.id, order.size);
        lineOf.set(made.id, `${index}.${session} ${id} ${made.type} ${field ?? ''}`);
      }
    }
  }
  const found = sent.flatMap(({ call }) => {
    const key = call.idempotencyKey ?? '';
    const isOurs = SENT_AS.has(call.what) || isTodo(call);
    return isOurs && !order.has(key) ? [`${call.what} was sent under ${key}, which no edit has`] : [];
  });
  const last = new Map<string, string>();
  for (const { idempotencyKey: key = '' } of history) {
    const line = lineOf.get(key);
    if (line === undefined) continue;
    const before = last.get(line);
    if (before !== undefined && (order.get(before) ?? 0) > (order.get(key) ?? 0)) {
      found.push(`of ${line} ${before} was made before ${key}, which came first`);
    }
    last.set(line, key);
  }
  return found;
}

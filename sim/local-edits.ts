/**
 * What a planner does to its own lists and sums at once, told a second time by plain list operations: between two states of a session lies one
 * action, and only what that action says may have changed.
 */
import type { Confirmed, RootState, Stamped } from '@espalier/core';
import type { SessionLog } from './planner-client.ts';
import { selectVisible } from '@espalier/core';
import { selectQuery } from '@espalier/core/query';
import { entries, get } from '@espalier/core/table';
import { treeReads, type ChildrenAnswer } from '@espalier/core/tree';

interface Move {
  readonly childId: string;
  readonly fromParentId: string;
  readonly parentId: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Item = NonNullable<ReturnType<typeof itemOf>>;
const itemOf = (tree: Confirmed, id: string) => get(tree.items, id);

const listOf = (tree: Confirmed, parentId: string): readonly string[] | undefined => get(tree.orders, parentId)?.ids;

const isClosed = (tree: Confirmed, id: string): boolean => itemOf(tree, id)?.state === 'closed';

/** A parent and everything above it, as far as it is known. */
function chainOf(tree: Confirmed, id: string): string[] {
  const chain: string[] = [];
  for (let at: string | undefined = id; at !== undefined && !chain.includes(at); at = get(tree.parents, at))
    chain.push(at);
  return chain;
}

/** What an item adds to the sums of those above it: epics and issues, open and closed, weights, health. */
function shareOf({
  type,
  state,
  weight,
  healthStatus,
  descendantCounts,
  descendantWeightSum,
  healthCounts,
}: Item): number[] {
  const [open, closed] = state === 'closed' ? [0, 1] : [1, 0];
  const isOn = (status: string): number => (open === 1 && healthStatus === status ? 1 : 0);
  if (type !== 'epic') {
    const heavy = weight ?? 0;
    return [0, 0, open, closed, open * heavy, closed * heavy, isOn('onTrack'), isOn('needsAttention'), isOn('atRisk')];
  }
  const below = sumsOf({ descendantCounts, descendantWeightSum, healthCounts });
  return below.map((value, index) => value + (index === 0 ? open : index === 1 ? closed : 0));
}

function sumsOf({
  descendantCounts,
  descendantWeightSum,
  healthCounts,
}: Pick<Item, 'descendantCounts' | 'descendantWeightSum' | 'healthCounts'>): number[] {
  return [
    descendantCounts?.openedEpics ?? 0,
    descendantCounts?.closedEpics ?? 0,
    descendantCounts?.openedIssues ?? 0,
    descendantCounts?.closedIssues ?? 0,
    descendantWeightSum?.openedIssues ?? 0,
    descendantWeightSum?.closedIssues ?? 0,
    healthCounts?.issuesOnTrack ?? 0,
    healthCounts?.issuesNeedingAttention ?? 0,
    healthCounts?.issuesAtRisk ?? 0,
  ];
}

/** Lists and changes of sums that an edit leads to; a list that is not named stays. */
interface Expected {
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly sums: ReadonlyMap<string, number[]>;
}

class Edit {
  readonly lists = new Map<string, readonly string[]>();
  readonly sums = new Map<string, number[]>();
  readonly parents = new Map<string, string>();
  readonly #tree: Confirmed;

  constructor(tree: Confirmed) {
    this.#tree = tree;
  }

  list(parentId: string): readonly string[] | undefined {
    return this.lists.get(parentId) ?? listOf(this.#tree, parentId);
  }

  takeOut(child: string): void {
    for (const [parentId] of entries(this.#tree.orders)) {
      const list = this.list(parentId);
      if (list?.includes(child) === true)
        this.lists.set(
          parentId,
          list.filter((id) => id !== child),
        );
    }
  }

  /** Under whom an item stands after what was done so far. */
  parentOf(id: string): string | undefined {
    return this.parents.get(id) ?? get(this.#tree.parents, id);
  }

  /** What an item adds after what was done so far to those below it. */
  shareNow(item: Item): number[] {
    const change = this.sums.get(item.id);
    return shareOf(item).map((value, index) => value + (change?.[index] ?? 0));
  }

  count(parentId: string, share: readonly number[], sign: 1 | -1, not: readonly string[] = []): void {
    const seen = new Set<string>();
    // What is below an issue adds nothing (TR-02.2).
    const parent = itemOf(this.#tree, parentId);
    if (parent !== undefined && parent.type !== 'epic') return;
    for (let id: string | undefined = parentId; id !== undefined && !seen.has(id); id = this.parentOf(id)) {
      if (not.includes(id)) return;
      seen.add(id);
      // Nothing is known of these sums, and nothing becomes known.
      if (itemOf(this.#tree, id)?.descendantCounts == null) continue;
      const before = this.sums.get(id) ?? share.map(() => 0);
      this.sums.set(
        id,
        before.map((value, index) => value + sign * (share[index] ?? 0)),
      );
    }
  }
}

/** The child directly before one neighbour, else directly behind the other, else last; never among those of the other state. */
function withMoved(tree: Confirmed, list: readonly string[], { childId, before, after }: Move): readonly string[] {
  const others = list.filter((id) => id !== childId);
  const ahead = before === null || before === childId ? -1 : others.indexOf(before);
  const behind = after === null || after === childId ? -1 : others.indexOf(after);
  const at = ahead >= 0 ? ahead : behind >= 0 ? behind + 1 : others.length;
  const open = get(tree.orders, holderOf(tree, list))?.open ?? list.length;
  const openIds = new Set(list.slice(0, open));
  const openOthers = others.filter((id) => openIds.has(id)).length;
  const isOpen = list.includes(childId) ? openIds.has(childId) : !isClosed(tree, childId);
  const place = isOpen ? Math.min(at, openOthers) : Math.max(at, openOthers);
  return others.toSpliced(place, 0, childId);
}

function holderOf(tree: Confirmed, list: readonly string[]): string {
  for (const [parentId, { ids }] of entries(tree.orders)) if (ids === list) return parentId;
  return '';
}

function movedIn(tree: Confirmed, move: Move): Expected {
  const edit = new Edit(tree);
  const { childId, parentId, fromParentId } = move;
  const list = listOf(tree, parentId);
  if (fromParentId === parentId) {
    if (list?.includes(childId) === true) edit.lists.set(parentId, withMoved(tree, list, move));
    return edit;
  }
  const item = itemOf(tree, childId);
  const above = chainOf(tree, parentId);
  if (item === undefined || above.includes(childId)) return edit;
  const known = get(tree.parents, childId);
  const holder = known ?? fromParentId;
  if (holder !== parentId) {
    // A child that is in no list has been counted where it is now.
    if (known !== undefined) {
      const common = chainOf(tree, holder).filter((id) => above.includes(id));
      edit.count(holder, shareOf(item), -1, common);
      edit.count(parentId, shareOf(item), 1, common);
    }
    const rest = edit.list(holder);
    if (rest !== undefined)
      edit.lists.set(
        holder,
        rest.filter((id) => id !== childId),
      );
  }
  if (list !== undefined) edit.lists.set(parentId, withMoved(tree, list, move));
  return edit;
}

function addedIn(tree: Confirmed, parentId: string, items: readonly Item[]): Expected {
  const edit = new Edit(tree);
  const fresh = items.filter(({ id }) => get(tree.parents, id) !== parentId);
  // One after the other: an epic may be added together with one of its children, which leaves it.
  for (const item of fresh) {
    const { id } = item;
    const holder = edit.parentOf(id);
    const known = itemOf(tree, id);
    if (holder !== undefined) edit.count(holder, edit.shareNow(known ?? item), -1);
    edit.takeOut(id);
    // The answer says nothing of sums and health.
    const { descendantCounts, descendantWeightSum, healthCounts, healthStatus } = known ?? item;
    edit.count(
      parentId,
      edit.shareNow({ ...item, descendantCounts, descendantWeightSum, healthCounts, healthStatus }),
      1,
    );
    edit.parents.set(id, parentId);
  }
  const order = get(tree.orders, parentId);
  if (order === undefined) return edit;
  const ids = items.map(({ id }) => id);
  const closed = new Set(order.ids.slice(order.open));
  for (const { id, state } of fresh) {
    if (state === 'closed') closed.add(id);
    else closed.delete(id);
  }
  const all = [...ids, ...order.ids.filter((id) => !ids.includes(id))];
  edit.lists.set(parentId, [...all.filter((id) => !closed.has(id)), ...all.filter((id) => closed.has(id))]);
  return edit;
}

/** What comes back to a work item stands last among those of its state, not first. */
function restoredIn(tree: Confirmed, { parentId, kind }: Payload, items: readonly Item[]): Expected {
  const edit = addedIn(tree, parentId, items);
  const list = edit.lists.get(parentId);
  if (kind !== 'item' || list === undefined) return edit;
  const ids = items.map(({ id }) => id);
  const closed = new Set(get(tree.orders, parentId)?.ids.slice(get(tree.orders, parentId)?.open));
  for (const { id, state } of items) if (state === 'closed') closed.add(id);
  const others = list.filter((id) => !ids.includes(id));
  const all = [...others, ...ids];
  const lists = new Map(edit.lists);
  lists.set(parentId, [...all.filter((id) => !closed.has(id)), ...all.filter((id) => closed.has(id))]);
  return { lists, sums: edit.sums };
}

function removedIn(tree: Confirmed, parentId: string, id: string): Expected {
  const edit = new Edit(tree);
  const item = itemOf(tree, id);
  if (item === undefined || get(tree.parents, id) !== parentId) return edit;
  edit.count(parentId, shareOf(item), -1);
  edit.takeOut(id);
  return edit;
}

type Placed = Pick<Item, 'id' | 'state' | 'relativePosition'>;

/** A whole list as it was answered: by position, those without one last, ties by id; open before closed. */
function readIn(items: readonly Placed[]): readonly string[] {
  const position = ({ relativePosition }: Placed): number => relativePosition ?? Infinity;
  const sorted = items.toSorted((a, b) => position(a) - position(b) || numberIn(a.id) - numberIn(b.id));
  return [...sorted.filter(({ state }) => state !== 'closed'), ...sorted.filter(({ state }) => state === 'closed')].map(
    ({ id }) => id,
  );
}

const numberIn = (gid: string): number => Number(/(\d+)$/.exec(gid)?.[1] ?? 0);

function differences(before: Confirmed, after: Confirmed, { lists, sums }: Expected): string[] {
  const found: string[] = [];
  for (const [parentId, { ids }] of entries(after.orders)) {
    const should = lists.get(parentId) ?? listOf(before, parentId) ?? [];
    if (ids !== should && ids.join() !== should.join()) {
      found.push(`the children of ${parentId} become ${ids.join(' ')} and should be ${should.join(' ')}`);
    }
  }
  for (const [id, item] of entries(after.items)) {
    const old = itemOf(before, id);
    // Of what came with the answer nothing is known before it is read.
    if (old === undefined || item.type !== 'epic' || (old === item && !sums.has(id))) continue;
    if ((old.descendantCounts == null) !== (item.descendantCounts == null)) {
      found.push(`the sums of ${id} become ${item.descendantCounts == null ? 'unknown' : 'known'} without a reading`);
    }
    const change = sums.get(id);
    const should = sumsOf(old).map((value, index) => value + (change?.[index] ?? 0));
    const is = sumsOf(item);
    if (is.join() !== should.join()) found.push(`the sums of ${id} become ${is.join()} and should be ${should.join()}`);
  }
  return found;
}

/** A refresh reads as many of each kind as are shown, unless there are no more. */
function fewerRead(before: Confirmed, { parentId, items, next }: ChildrenAnswer): string[] {
  const known = (listOf(before, parentId) ?? []).flatMap((id) => itemOf(before, id) ?? []);
  return [true, false].flatMap((isEpic) => {
    const count = (list: readonly Pick<Item, 'type'>[]): number =>
      list.filter(({ type }) => (type === 'epic') === isEpic).length;
    const isWhole = (isEpic ? next?.epics : next?.issues) == null || count(items) >= count(known);
    return isWhole
      ? []
      : [`a refresh of ${parentId} reads ${count(items)} of ${count(known)} ${isEpic ? 'epics' : 'issues'}`];
  });
}

interface Payload {
  readonly parentId: string;
  readonly id: string;
  readonly kind?: string;
}

function readingFaults(action: ReturnType<typeof treeReads.children.received>, from: Views, to: Views): string[] {
  const { params, data, cursor } = action.payload;
  const { parentId, items, next } = data;
  const is = listOf(to.confirmed, parentId) ?? [];
  if (cursor !== null) {
    for (const kind of ['epics', 'issues'] as const) {
      if (cursor[kind] !== null && next?.[kind] === cursor[kind]) {
        return [`the next page of ${kind} of ${parentId} is the one before`];
      }
    }
    const missing = [...items.map((item) => item.id), ...(listOf(from.confirmed, parentId) ?? [])].filter(
      (it) => !is.includes(it),
    );
    return missing.length === 0 ? [] : [`a further page of ${parentId} loses ${missing.join()}`];
  }
  const should = readIn(items);
  const isRefresh = selectQuery(from, treeReads.children, params).status === 'ready';
  const fewer = isRefresh ? fewerRead(from.confirmed, data) : [];
  if (fewer.length > 0) return fewer;
  // Who was closed or opened after the reading began stands among those of the state that is known; the oracle says where.
  const isAsRead = (id: string): boolean =>
    get(to.confirmed.items, id)?.state === items.find((item) => item.id === id)?.state;
  const isSame = is.length === should.length && is.filter(isAsRead).join() === should.filter(isAsRead).join();
  return isSame ? [] : [`the children of ${parentId} are read as ${should.join()} and become ${is.join()}`];
}

function faultsOf(action: Stamped, from: Views, to: Views): string[] {
  if (treeReads.children.received.match(action)) return readingFaults(action, from, to);
  switch (action.type) {
    case 'tree/childMoved':
      return differences(from.shown, to.shown, movedIn(from.shown, action.payload as Move));
    case 'tree/childMoved/committed': {
      const { asked } = action.payload as { readonly asked: Move };
      return differences(from.confirmed, to.confirmed, movedIn(from.confirmed, asked));
    }
    case 'tree/childMoved/refused':
      return from.confirmed === to.confirmed ? [] : ['a refusal changes what is confirmed'];
    case 'tree/childRestored/committed': {
      const { asked, answer } = action.payload as { readonly asked: Payload; readonly answer: readonly Item[] };
      return differences(from.confirmed, to.confirmed, restoredIn(from.confirmed, asked, answer));
    }
    case 'tree/formSubmitted/committed': {
      const { asked, answer } = action.payload as { readonly asked: Payload; readonly answer: readonly Item[] };
      return differences(from.confirmed, to.confirmed, addedIn(from.confirmed, asked.parentId, answer));
    }
    case 'tree/removeConfirmed/committed': {
      const { id, parentId } = (action.payload as { readonly asked: Payload }).asked;
      const stays = get(to.confirmed.parents, id) === parentId ? [`${id} was removed and still names its parent`] : [];
      return [...stays, ...differences(from.confirmed, to.confirmed, removedIn(from.confirmed, parentId, id))];
    }
    default:
      return [];
  }
}

interface Views {
  readonly confirmed: Confirmed;
  readonly shown: Confirmed;
  readonly queries: RootState['queries'];
}

const EDITS: ReadonlySet<string> = new Set(
  [
    'childMoved',
    'childMoved/committed',
    'childMoved/refused',
    'formSubmitted/committed',
    'childRestored/committed',
    'removeConfirmed/committed',
    'children/received',
  ].map((name) => `tree/${name}`),
);

/** Every edit of a session against the plain operation that it stands for. */
export function localEditFaults({ actions, before, end }: SessionLog): string[] {
  return actions.flatMap((action, index) => {
    if (!EDITS.has(action.type)) return [];
    const [from, to] = [before[index], before[index + 1] ?? end];
    if (from === undefined) return [];
    const views = (state: typeof from): Views => ({
      confirmed: state.confirmed,
      shown: selectVisible(state),
      queries: state.queries,
    });
    const isPending = from.pending.some(({ id }) => id === action.meta.resolves?.id);
    // An answer to a mutation that is gone is nothing.
    if (action.meta.resolves !== undefined && !isPending) return [];
    return faultsOf(action, views(from), views(to)).map((text) => `${action.type}: ${text}`);
  });
}

import type { RootState, Stamped } from '@espalier/core';
import type { WorkItem } from '@espalier/core/work-item';
import type { ModelChange, World } from './server/index.ts';
import type { OrderBook } from './oracle.ts';
import type { Front } from './front.ts';
import type { SessionLog, SimClient } from './planner-client.ts';
import type { Sent } from './network.ts';
import { reducePlanner, selectTreeRows, selectTreeStatus, selectVisible } from '@espalier/core';
import { mutationEvents, mutationOf } from '@espalier/core/mutation';
import { checkLog, parseLog, replay, stateHash } from '@espalier/core/replay';
import { entries, get, set } from '@espalier/core/table';
import { selectList, type NextPage } from '@espalier/core/tree';
import { foundItemSo, ITEM_REQUESTS } from './check-items-sent.ts';
import { shownBy } from './item-page.ts';
import { openBlockers } from './oracle-links.ts';
import { pagesInFlight, pagesUnderWay } from './check-pages.ts';
import { asShown, mayAdmin, numberOf, recount, sees } from './oracle.ts';

/** What is checked, as texts of what is wrong. */

/** While a request is under way something says so; when none is, nothing may. */
export function inFlightFaults({ index, state }: SimClient): string[] {
  const { pending } = state;
  const found: string[] = pending.map(({ id, status }) => `the mutation ${id} is still ${status}`);
  for (const id of openingIn(state)) found.push(`${id} is still opening`);
  found.push(...pagesInFlight(state));
  return found.map((text) => `client ${index}: ${text}`);
}

const openingIn = ({ tree, overTree }: RootState): readonly string[] =>
  [...entries(tree.expansion), ...entries(overTree.expansion)].flatMap(([id, expansion]) =>
    expansion === 'opening' ? [id] : [],
  );

/** At any time: what says that something is under way is right only while some request is. (A search waits a moment before it asks.) */
export function idleFaults(client: Pick<SimClient, 'index' | 'state' | 'isTrying'>, isWaiting: boolean): string[] {
  // Between two tries of an edit nothing is on its way, nor while somebody is signed out.
  if (isWaiting || client.isTrying || client.state.access.ended !== undefined) return [];
  const found: string[] = openingIn(client.state).map((id) => `${id} is opening`);
  found.push(...pagesUnderWay(client.state));
  return found.map((text) => `client ${client.index}: ${text}, and nothing is under way`);
}

/** At any time: an item stands once, in one list, under the parent that it names. */
export function orderlyFaults({ index, state }: SimClient): string[] {
  const { orders, parents, items } = selectVisible(state);
  const found: string[] = [];
  const holders = new Map<string, string>();
  for (const [parentId, { ids, open }] of entries(orders)) {
    if (open < 0 || open > ids.length) found.push(`${parentId} has ${open} open children of ${ids.length}`);
    for (const id of ids) {
      const holder = holders.get(id);
      if (holder !== undefined) found.push(`${id} stands under ${holder} and under ${parentId}`);
      holders.set(id, parentId);
      if (get(parents, id) !== parentId) found.push(`${id} stands under ${parentId} and names ${get(parents, id)}`);
      if (get(items, id) === undefined) found.push(`${id} stands under ${parentId} and is not known`);
    }
  }
  return found.map((text) => `client ${index}: ${text}`);
}

interface Expectation {
  readonly client: Front;
  readonly world: World;
  readonly orders: OrderBook;
  readonly found: string[];
  /** Pushes say what kind of change it was: then the row of a tree's own root is not read again for what its page shows. */
  readonly isEventful: boolean;
}

/** The tree of a place against what the server's rows and the edits give its person. */
export function shownFaults(client: Front, world: World, orders: OrderBook, isEventful = false): string[] {
  const { tree } = client.state;
  const { root } = tree;
  if (client.opening === null || root === null) {
    return root === null ? [] : [`client ${client.index}: a tree is shown though none is open`];
  }
  const found: string[] = [];
  const rootId = numberOf(client.opening.root.id ?? '') ?? 0;
  const row = world.items.get(rootId);
  const isSeen = row !== undefined && sees(world, client.username, row);
  const status = selectTreeStatus(client.state);
  if (!isSeen) {
    // Where a push says what happened, its own end is told to the page around the tree, not to the tree.
    const isTold = status === 'missing' || (isEventful && status === 'ready');
    if (!isTold) found.push(`the root ${rootId} cannot be seen and is ${status}`);
  } else if (status !== 'ready') found.push(`the root ${rootId} can be seen and is ${status}`);
  else {
    const expectation = { client, world, orders, found, isEventful };
    compareItem(expectation, root.id ?? '', rootId, true);
    const expected = expectedRows(expectation, root.id ?? '', 0, new Set());
    const shown = selectTreeRows(client.state).map((it) =>
      it.kind === 'item' ? `${'  '.repeat(it.depth)}${it.id}` : `${'  '.repeat(it.depth)}${it.kind} of ${it.parentId}`,
    );
    if (shown.join('\n') !== expected.join('\n')) {
      found.push(`it shows\n${shown.join('\n')}\nand should show\n${expected.join('\n')}`);
    }
  }
  return found.map((text) => `client ${client.index} (${client.username}), ${client.place}: ${text}`);
}

function expectedRows(
  expectation: Expectation,
  parentGid: string,
  depth: number,
  above: ReadonlySet<number>,
): string[] {
  const { client, world, orders, found } = expectation;
  const parentId = numberOf(parentGid) ?? 0;
  const inItem = client.state.tree.root?.kind === 'workItem';
  const seen = orders.list(parentId).filter((id) => {
    const item = world.items.get(id);
    return item !== undefined && sees(world, client.username, item);
  });
  const next = selectList(client.state, parentGid).next as NextPage | null;
  const order = get(selectVisible(client.state).orders, parentGid)?.ids ?? [];
  const kinds: readonly [readonly number[], string | null | undefined][] = inItem
    ? [[seen, next?.issues]]
    : [true, false].map((isEpic) => [
        seen.filter((id) => (world.items.get(id)?.type === 'epic') === isEpic),
        isEpic ? next?.epics : next?.issues,
      ]);
  const loaded = new Set<number>();
  let hasMore = false;
  for (const [all, after] of kinds) {
    const saysMore = after != null;
    // Of a kind that has more, as many as are shown: the first ones, in the order in which they are stored.
    const known = order.filter((gid) => all.includes(numberOf(gid) ?? 0)).length;
    const count = saysMore ? Math.max(known, Math.min(world.pageMax, all.length)) : all.length;
    for (const id of all.slice(0, count)) loaded.add(id);
    if (saysMore && all.length <= count) found.push(`${parentGid} says that it has more, and has not`);
    hasMore ||= all.length > count;
  }
  const rows: string[] = [];
  for (const id of asShown(
    world,
    seen.filter((it) => loaded.has(it)),
  )) {
    const item = world.items.get(id);
    const gid = `gid://gitlab/${item?.type === 'epic' ? 'Epic' : 'Issue'}/${id}`;
    rows.push(`${'  '.repeat(depth)}${gid}`);
    compareItem(expectation, gid, id, false);
    const hasChildren = orders.list(id).length > 0 && (item?.type === 'epic' || inItem);
    if (get(client.state.tree.expansion, gid) === 'expanded' && hasChildren && !above.has(id)) {
      rows.push(...expectedRows(expectation, gid, depth + 1, new Set([...above, parentId])));
    }
  }
  if (hasMore) rows.push(`${'  '.repeat(depth)}more of ${parentGid}`);
  return rows;
}

/** What a row, or the parent of the whole tree, says of an item. */
function compareItem(
  { client, world, orders, found, isEventful }: Expectation,
  gid: string,
  id: number,
  isRoot: boolean,
): void {
  const item: WorkItem | undefined = get(selectVisible(client.state).items, gid);
  const row = world.items.get(id);
  if (item === undefined || row === undefined) {
    found.push(`${gid} is shown and not known`);
    return;
  }
  const isEpic = row.type === 'epic';
  const children = orders.list(id).flatMap((child) => world.items.get(child) ?? []);
  const seen = children.filter((child) => sees(world, client.username, child));
  const rows: [string, unknown, unknown][] = [];
  if (!isRoot || !isEventful) {
    rows.push(
      ['title', item.title, row.title],
      ['state', item.state, row.state],
      ['confidential', item.confidential, row.confidential],
    );
  }
  if (isEpic) {
    const sum = recount(world, id);
    const { descendantCounts: counts, descendantWeightSum: weights, healthCounts: health } = item;
    rows.push(
      ['hasChildren', item.hasChildren, children.some(({ type }) => type === 'epic')],
      ['hasIssues', item.hasIssues, children.some(({ type }) => type !== 'epic')],
      ['open epics', counts?.openedEpics, sum.openedEpics],
      ['closed epics', counts?.closedEpics, sum.closedEpics],
      ['open issues', counts?.openedIssues, sum.openedIssues],
      ['closed issues', counts?.closedIssues, sum.closedIssues],
      ['open weight', weights?.openedIssues, sum.openedWeight],
      ['closed weight', weights?.closedIssues, sum.closedWeight],
      ['on track', health?.issuesOnTrack, sum.onTrack],
      ['needing attention', health?.issuesNeedingAttention, sum.needsAttention],
      ['at risk', health?.issuesAtRisk, sum.atRisk],
    );
    if (!isRoot) rows.push(['canAdmin', item.permissions?.canAdmin, mayAdmin(world, client.username, row)]);
    if (!isRoot) {
      rows.push(['blockers', item.blockedByCount, openBlockers(world, client.username, id).length]);
    }
  } else if (!isRoot) {
    const inItem = client.state.tree.root?.kind === 'workItem';
    // A work item says its weight in a part of it, which other types do not have.
    const hasWeight = !inItem || shownBy(row.type).includes('weight');
    rows.push(['weight', item.weight, hasWeight ? row.weight : null]);
    if (!inItem) {
      rows.push(['blockers', item.blockedByCount, openBlockers(world, client.username, id).length]);
    }
    if (inItem) rows.push(['hasChildren', item.hasChildren, seen.length > 0]);
    else rows.push(['canSetMetadata', item.permissions?.canSetMetadata, mayAdmin(world, client.username, row)]);
  }
  for (const [name, is, shouldBe] of rows) {
    if (is !== shouldBe) found.push(`${gid} shows ${name} ${String(is)} and should show ${String(shouldBe)}`);
  }
}

const refusedBy = ({ answer, call, end }: Sent): boolean => {
  if (answer === null || (end !== 'answered' && end !== 'refused')) return false;
  if (answer.failed) return true;
  if (call.request !== null) return false;
  // An operation may have another name than the one field that it asks for.
  const [payload] = Object.values(
    (answer.data ?? {}) as Readonly<Record<string, { readonly errors?: readonly string[] } | null>>,
  );
  return (payload?.errors?.length ?? 0) > 0;
};

interface ResultAnswer {
  readonly state?: string;
  readonly updateEpic?: { readonly epic?: Readonly<Record<string, unknown>> | null } | null;
}

/** A request that states a result found it so: nothing was changed, and the answer says what was asked for. */
function foundSo(sent: Sent): boolean {
  const { call, answer } = sent;
  const { what, variables, request } = call;
  if (ITEM_REQUESTS.has(what)) return foundItemSo(sent);
  const data = (answer?.data ?? {}) as ResultAnswer;
  if (what === 'updateEpic') {
    const { groupPath: _, iid: __, ...wanted } = variables['input'] as Readonly<Record<string, unknown>>;
    const epic = data.updateEpic?.epic;
    const said = (name: string): unknown => (epic?.[name] as string | undefined)?.toString().slice(0, 10) ?? null;
    return Object.entries(wanted).every(([name, value]) => said(name) === (value?.toString() ?? null));
  }
  const event = request?.query?.['epic[state_event]'];
  return event !== undefined && data.state === (event === 'close' ? 'closed' : 'opened');
}

/** The mutation that an action resolves. */
const resolvedBy = ({ meta }: Stamped): string | undefined => meta.resolves?.id;
/** Changes that are tried again by themselves: what says that they were refused, and that they were made. */
const isRefusal = ({ meta }: Stamped): boolean => meta.resolves?.as === 'refused';
const isConfirmation = ({ meta }: Stamped): boolean => meta.resolves?.as === 'committed';

/**
 * Every change carries a key; under a key at most one change was made; what was acknowledged was made; what the server itself refused was not, also
 * where an earlier answer under the key was lost; and a form that is sent again after a failure has made its thing at most once.
 */
export function historyFaults(
  sent: readonly Sent[],
  history: readonly ModelChange[],
  clients: readonly SimClient[],
): string[] {
  const made = new Map<string, number>();
  for (const { idempotencyKey: key } of history) if (key !== undefined) made.set(key, (made.get(key) ?? 0) + 1);
  const found: string[] = [];
  const last = new Map<string, Sent>();
  for (const one of sent) {
    const key = one.call.idempotencyKey;
    if (!one.isChange) continue;
    if (key === undefined) found.push(`${one.call.what} carries no key`);
    else last.set(key, one);
  }
  for (const [key, count] of made) if (count > 1) found.push(`${key} was done ${count} times`);
  for (const [key, one] of last) {
    const count = made.get(key) ?? 0;
    if (refusedBy(one) && count > 0) found.push(`${one.call.what} (${key}) was done, and then refused`);
    else if (one.end === 'answered' && !refusedBy(one) && count === 0 && !foundSo(one))
      found.push(`${key} was acknowledged and never done`);
  }
  const byKey = new Map<string, number>();
  for (const { sessions, clockJumped } of clients) {
    for (const { actions } of sessions) {
      // RP-02.19: what is asked again after a try that was not decided goes out under the key of that try.
      const keys = new Map<string, string>();
      for (const action of actions) {
        const { type } = action;
        if (mutationEvents.sent.match(action) && action.payload.key !== undefined) {
          keys.set(action.payload.id, action.payload.key);
        }
        const resolved = resolvedBy(action);
        const key = resolved === undefined ? undefined : (keys.get(resolved) ?? resolved);
        const ended = last.get(key ?? '')?.end;
        if (
          isRefusal(action) &&
          // By its clock it may have waited for a day (RP-02.32).
          !clockJumped &&
          (ended === 'unanswered' || ended === 'aborted')
        ) {
          found.push(`${type}: ${key} was given up without an answer`);
        }
        if (!isConfirmation(action) || key === undefined) continue;
        const one = last.get(key);
        if (one === undefined || !foundSo(one)) byKey.set(key, made.get(key) ?? 0);
      }
    }
  }
  for (const [id, count] of byKey) if (count !== 1) found.push(`${id} was confirmed and done ${count} times`);
  const byForm = new Map<string, number>();
  for (const [key, form] of clients.flatMap(({ formKeys }) => [...formKeys]))
    byForm.set(form, (byForm.get(form) ?? 0) + (made.get(key) ?? 0));
  for (const [form, count] of byForm) if (count > 1) found.push(`${form} was sent until it was done ${count} times`);
  return found;
}

/** Which mutations of a session were dropped without having been done. */
function refusedIn({ actions }: SessionLog): ReadonlySet<string> {
  const shown = new Set(actions.flatMap((action) => (isShownAtOnce(action) ? [action.meta.id ?? ''] : [])));
  const refused = actions.flatMap(({ meta: { resolves } }) => (resolves?.as === 'refused' ? [resolves.id] : []));
  return new Set(refused.filter((id) => shown.has(id)));
}

/** The mutations that are shown before they are answered. What a refusal of the others changes is the matter of their forms and buttons. */
const isShownAtOnce = ({ type }: Stamped): boolean => mutationOf(type)?.apply !== undefined;

const mutationFor = (action: Stamped): string | undefined =>
  isShownAtOnce(action) ? action.meta.id : resolvedBy(action);

/** Confirmed tables and pending mutations as plain text. What counts readings (`versions`) and what is said about a failure may differ. */
const essence = ({ confirmed, pending }: RootState, without: ReadonlySet<string>): string =>
  JSON.stringify([
    ...(['items', 'orders', 'parents', 'links'] as const).map((name) =>
      [...entries<unknown>(confirmed[name])].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    // When a mutation is sent depends on those before it; what it says does not.
    pending.flatMap(({ id, payload }) => (without.has(id) ? [] : [id, payload])),
  ]);

/** An edit is worked out from what is shown when it is made, so also from what is refused later: without that it still says what it said. */
function asMade(state: RootState, action: Stamped, real: RootState): RootState {
  if (!isShownAtOnce(action)) return state;
  const { id } = action.meta;
  const made = real.pending.filter((mutation) => mutation.id === id);
  return { ...state, pending: [...state.pending.filter((mutation) => mutation.id !== id), ...made] };
}

/** A refused mutation keeps the record of its item until it is answered, though the page was left: without it that stays as well, for what is known of the item is not what the mutation said. */
function asKept(before: RootState, after: RootState, real: RootState, refused: ReadonlySet<string>): RootState {
  if (after === before) return after;
  let { items } = after.confirmed;
  for (const { id, payload } of real.pending) {
    const itemId = refused.has(id) ? ((payload as { readonly id?: string } | null)?.id ?? '') : '';
    const item = get(before.confirmed.items, itemId);
    if (item !== undefined && get(items, itemId) === undefined && get(real.confirmed.items, itemId) !== undefined) {
      items = set(items, itemId, item);
    }
  }
  return items === after.confirmed.items ? after : { ...after, confirmed: { ...after.confirmed, items } };
}

/** An edit closes the list from which it was chosen, also one that is refused later; what stands in an open list is known. */
const asOpened = (state: RootState, { itemFields }: RootState): RootState =>
  state.itemFields === itemFields ? state : { ...state, itemFields };

/**
 * The log without its refused mutations, from their first action to their refusal, gives the same confirmed tables and the same other mutations: right after
 * each refusal, and at the end.
 */
export function rollbackFaults(log: SessionLog): string[] {
  const refused = refusedIn(log);
  const found: string[] = [];
  const at = (index: number): RootState => log.before[index + 1] ?? log.end;
  if (refused.size > 0) {
    let state = log.initial;
    for (const [index, action] of log.actions.entries()) {
      const id = mutationFor(action);
      if (id === undefined || !refused.has(id)) {
        const after = asKept(state, reducePlanner(state, action), at(index), refused);
        state = asMade(after, action, at(index));
      } else if (action.meta.resolves !== undefined && essence(state, refused) !== essence(at(index), refused)) {
        found.push(`after the refusal of ${id} the state is another than without it`);
      }
      state = asOpened(state, at(index));
    }
    if (essence(state, refused) !== essence(log.end, refused)) {
      found.push('at the end the state is another than without what was refused');
    }
  }
  return found;
}

/** The log of a session as it would be downloaded, read back and replayed: every hash is the same, and the built-in rules hold after every action. */
export function replayFaults({ recording, end }: SessionLog): string[] {
  const log = parseLog(recording.text());
  const { mismatch, hash } = replay(log);
  const found: string[] = [];
  if (mismatch !== null)
    found.push(`after action ${mismatch.seq} the hash is ${mismatch.found} and was ${mismatch.expected}`);
  if (hash !== stateHash(end)) found.push(`the last hash is ${hash} and the session ended with ${stateHash(end)}`);
  for (const { rule, seq, texts } of checkLog(log).faults) {
    found.push(`after action ${seq}, ${rule}: ${texts.join('; ')}`);
  }
  return found;
}

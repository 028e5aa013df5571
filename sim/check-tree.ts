import type { WorkItem } from '@espalier/core/work-item';
import type { World } from './server/index.ts';
import type { Front } from './front.ts';
import type { SimClient } from './planner-client.ts';
import { selectTreeRows, selectTreeStatus, selectVisible } from '@espalier/core';
import { entries, get } from '@espalier/core/table';
import { selectList, type NextPage } from '@espalier/core/tree';
import { shownBy } from './item-page.ts';
import { openBlockers } from './oracle-links.ts';
import { asShown, mayAdmin, numberOf, type OrderBook, recount, sees } from './oracle.ts';

/** What is shown of a tree, as texts of what is wrong. */

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

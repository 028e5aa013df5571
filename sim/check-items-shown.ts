import type { ItemRow, World } from './server/index.ts';
import type { Front } from './front.ts';
import { get } from '@espalier/core/table';
import { selectItemReading } from '@espalier/core/work-item';
import { hasTodo } from './check-sidebar.ts';
import { differences, FACTS, linesOf, PART_FACTS, rowLines, shownBy, shownItem } from './item-page.ts';
import { mayAdmin, sees } from './oracle.ts';

/** What the page of an item shows against the server's rows, as texts of what is wrong. */

function rowOf({ pages }: Front, world: World): ItemRow | undefined {
  const { item: route } = pages;
  if (route === null) return undefined;
  return [...world.items.values()].find(
    ({ id, iid, projectId }) =>
      projectId !== null &&
      String(route.by === 'id' ? id : iid) === route.number &&
      (route.projectPath === null || world.project(projectId).fullPath === route.projectPath),
  );
}

/** What keeps itself up to date. `isAnew`: the page was read just now; else a parent may have been hidden, or shown, without the page having been told. */
export function itemPageFaults(client: Front, world: World, isAnew = false): string[] {
  const { state, username, pages, place } = client;
  const { status } = selectItemReading(state, place);
  if (pages.item === null)
    return state.workItem[place].route === null ? [] : [`the ${place} of an item is shown though none is open`];
  const row = rowOf(client, world);
  const name = `the ${place} of ${pages.item.projectPath} ${pages.item.by} ${pages.item.number}`;
  if (row === undefined || !sees(world, username, row)) {
    return status === 'missing' ? [] : [`${name} cannot be seen and is ${status}`];
  }
  const item = shownItem(state, place);
  if (status !== 'ready' || item === null) return [`${name} can be seen and is ${status}`];
  const parent = world.items.get(world.links.get(row.id)?.parentId ?? 0);
  const seesParent = parent === undefined || sees(world, username, parent);
  // Nobody tells a page of a parent that was hidden from its viewer and is not any more: they were assigned, or it is not confidential now.
  const wasHidden =
    parent !== undefined &&
    !mayAdmin(world, username, parent) &&
    (parent.confidential || world.notes.some(({ itemId, action }) => itemId === parent.id && action === 'visible'));
  const isUntold = !isAnew && item.parentId === null && wasHidden;
  const knowsParent = seesParent && !isUntold;
  const should = { ...rowLines(row, world.links), ...(seesParent ? {} : { parentId: 'null' }) };
  const parts = shownBy(row.type);
  const isRead = FACTS.filter(
    (fact) => (!PART_FACTS.has(fact) || parts.includes(fact)) && (isAnew || fact !== 'parentId' || knowsParent),
  );
  const user = [...world.users.values()].find((one) => one.username === username);
  const takesPart = row.authorId === user?.id || row.assigneeIds.includes(user?.id ?? 0);
  const may = mayAdmin(world, username, row);
  const known = get(state.confirmed.items, item.parentId ?? '');
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['the title of the parent', knowsParent && known?.title, knowsParent && parent?.title],
    ['id', item.id, `gid://gitlab/Issue/${row.id}`],
    ['state', item.state, row.state],
    ['the right to update', item.permissions?.canUpdate, may || takesPart],
    ['the right to metadata', item.permissions?.canSetMetadata, may],
  ];
  return [
    ...differences(name, linesOf(item), should, isRead),
    ...pairs.flatMap(([what, is, shouldBe]) =>
      is === shouldBe ? [] : [`${name} shows ${what} ${String(is)} and should show ${String(shouldBe)}`],
    ),
  ];
}

/** What stands beside the fields, read anew: the reactions, and what is the viewer's own. */
export function extrasFaults({ pages: { extras }, state, username }: Front, world: World): string[] {
  const row = [...world.items.values()].find(({ id }) => `gid://gitlab/Issue/${id}` === extras);
  const user = [...world.users.values()].find((one) => one.username === username);
  const item = get(state.confirmed.items, extras ?? '');
  if (row === undefined || user === undefined || item === undefined || !sees(world, username, row)) return [];
  const wrote = [...world.comments.values()].some(({ itemId, authorId }) => itemId === row.id && authorId === user.id);
  const takesPart = row.authorId === user.id || row.assigneeIds.includes(user.id) || wrote;
  const given = [...world.awards.values()].filter(({ itemId }) => itemId === row.id);
  const lines = (awards: readonly (readonly [emoji: string, userId: number])[]): string =>
    awards
      .map((award) => award.join(' of '))
      .sort()
      .join();
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['the to-do', item.todo?.exists, hasTodo(world, row.id, user.id)],
    ['the subscription', item.subscribed, world.subscriptions.get(`${row.id} ${user.id}`) ?? takesPart],
    [
      'the reactions',
      lines((item.awards ?? []).map(({ emoji, userId }) => [emoji, Number(userId.split('/').at(-1))])),
      lines(given.map(({ name, userId }) => [name, userId])),
    ],
  ];
  return pairs.flatMap(([what, is, shouldBe]) =>
    is === shouldBe ? [] : [`${what} beside ${row.id} shows ${String(is)} and should show ${String(shouldBe)}`],
  );
}

import type { ItemRow, World } from './server/index.ts';
import type { RoadmapEpic, RoadmapView } from '@espalier/core/roadmap';
import type { Filter } from './oracle-lists.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import {
  roadmapActions,
  selectBranches,
  selectListed,
  selectRoadmapEpic,
  selectRoadmapFrame,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapTray,
  selectTimeframe,
  selectUndated,
} from '@espalier/core/roadmap';
import { entries, get } from '@espalier/core/table';
import { childEpics, datesOf, listed } from './oracle-lists.ts';
import { recount, sees } from './oracle.ts';

/** Longer than an answer takes on a calm network, and than the pause after a search. Milliseconds. */
export const MOMENT = 400;
/** More pages than any list has. */
export const PAGES = 300;

export const gidOf = ({ type, id }: ItemRow): string => `gid://gitlab/${type === 'epic' ? 'Epic' : 'Issue'}/${id}`;

/** The filters of a view, as the oracle takes them. */
function filterOf({ state, filters }: RoadmapView, between: Filter['between']): Filter {
  const labels = filters.tokens.filter(({ key }) => key === 'label');
  const secret = filters.tokens.find(({ key }) => key === 'confidential');
  return {
    state,
    search: filters.search,
    labels: labels.filter(({ operator }) => operator === '=').map(({ value }) => value),
    notLabels: labels.filter(({ operator }) => operator === '!=').map(({ value }) => value),
    ...(secret === undefined ? {} : { confidential: secret.value === 'true' }),
    ...(between === undefined ? {} : { between }),
  };
}

/** What a roadmap should show, by the oracle; `epics` null: it is not there for its person. */
interface Expected {
  readonly name: string;
  readonly filter: Filter;
  readonly order: string;
  readonly epics: readonly ItemRow[] | null;
  readonly undated: readonly ItemRow[];
}

function expectedOf(client: SimClient, world: World): Expected | null {
  const { roadmap: page } = client.pages;
  if (page === null) return null;
  const { config, view } = page;
  const parent = config.epicIid === null ? null : epicAt(world, config.fullPath, config.epicIid);
  const found = (filter: Filter, order: string): ItemRow[] | null => {
    if (config.epicIid !== null) {
      const isSeen = parent !== null && sees(world, client.username, parent);
      return isSeen ? childEpics(world, client.username, parent.id, filter, order) : null;
    }
    const all = listed(world, client.username, 'epics', { kind: 'group', fullPath: config.fullPath }, filter, order);
    return all?.filter(({ id }) => !world.links.has(id)) ?? null;
  };
  const order = view.sort.toUpperCase();
  const filter = filterOf(view, betweenOf(client));
  const undated = found(filterOf(view, undefined), 'START_DATE_DESC')?.filter((item) => {
    const { start, due } = datesOf(world, item);
    return start === null && due === null;
  });
  return {
    name: `the roadmap of ${config.fullPath}${config.epicIid === null ? '' : `&${config.epicIid}`} (${JSON.stringify(view)})`,
    filter,
    order,
    epics: found(filter, order),
    undated: undated ?? [],
  };
}

/** Whether it is there at all; the list where it is. */
function thereFaults({ name, epics }: Expected, { state }: SimClient): string[] {
  const status = selectRoadmapStatus(state);
  if (epics === null) return status === 'missing' ? [] : [`${name} is not there for them, and is ${status}`];
  return status === 'ready' ? [] : [`${name} is there, and is ${status}`];
}

/** A roadmap that keeps itself up to date: as many epics as it shows are the first ones, and so are its tray and what is expanded. */
export function roadmapFaults(client: SimClient, world: World): string[] {
  const expected = expectedOf(client, world);
  if (expected === null) return [];
  const { name, filter, order, epics, undated } = expected;
  const [ids, tray] = [selectListed(client.state), selectUndated(client.state)];
  const there = thereFaults(expected, client);
  if (there.length > 0 || epics === null) return there;
  const found = sameIds(name, ids, epics.slice(0, ids.length));
  const { more, loadingMore } = selectRoadmapFrame(client.state);
  if (more !== ids.length < epics.length) found.push(`${name} shows ${ids.length} of ${epics.length}`);
  const shownTray = selectRoadmapTray(client.state);
  if (shownTray.status === 'ready') {
    const from = shownTray.more ? Math.max(0, undated.length - tray.length) : 0;
    found.push(...sameIds(`the tray of ${name}`, tray, undated.slice(from)));
  }
  const shown = epics.slice(0, ids.length);
  for (const [id, known] of entries(selectBranches(client.state).children)) {
    const parent = [...shown].find((item) => gidOf(item) === id);
    if (parent === undefined) continue;
    const below = childEpics(world, client.username, parent.id, filter, order);
    found.push(...sameIds(`on ${name} ${id}`, known, below));
    shown.push(...below);
  }
  if (loadingMore) found.push(`${name} is reading its next page`);
  return [...found, ...shown.flatMap((item) => epicFaults(client, world, item))];
}

/** A roadmap that is loaded anew: its list and tray from the first page to the last, every child, and what each epic says. */
export async function roadmapAnew(client: SimClient, sim: Stage): Promise<string[]> {
  if (client.pages.roadmap === null) return [];
  client.do(roadmapActions.roadmapRetried());
  await sim.clock.advance(MOMENT);
  const { world } = sim.backend.model;
  const expected = expectedOf(client, world);
  if (expected === null) return [];
  const { name, filter, order, epics, undated } = expected;
  const there = thereFaults(expected, client);
  if (there.length > 0 || epics === null) return there;
  const hasMore = () => selectRoadmapFrame(client.state).more || selectRoadmapTray(client.state).more;
  for (let turn = 0; hasMore(); turn += 1) {
    if (turn > PAGES) return [`${name} never ends`];
    client.do(roadmapActions.nextPageAsked(), roadmapActions.trayNextPageAsked());
    await sim.clock.advance(MOMENT);
  }
  const found = [
    ...sameIds(name, selectListed(client.state), epics),
    ...sameIds(`the tray of ${name}`, selectUndated(client.state), undated),
  ];
  const facts = await expanded(client, sim, filter, order);
  return [...found, ...facts, ...epics.flatMap((item) => epicFaults(client, world, item))];
}

/** Expands whatever can be, level by level, and compares the children. */
async function expanded(client: SimClient, sim: Stage, filter: Filter, order: string): Promise<string[]> {
  const { world } = sim.backend.model;
  const looked = new Set<string>();
  const found: string[] = [];
  for (;;) {
    const { rows } = selectRoadmapRows(client.state);
    const closed = rows.filter(({ id, toggle }) => (toggle === 'collapsed' || toggle === 'failed') && !looked.has(id));
    if (closed.length === 0) return found;
    for (const { id } of closed) client.do(roadmapActions.epicToggled({ id }));
    await sim.clock.advance(MOMENT * 2);
    for (const { id } of closed) {
      looked.add(id);
      const children = childEpics(world, client.username, Number(id.split('/').at(-1)), filter, order);
      const shown = get(selectBranches(client.state).children, id) ?? [];
      found.push(...sameIds(`on the roadmap ${id}`, shown, children));
      for (const child of children) found.push(...epicFaults(client, world, child));
    }
  }
}

const sameIds = (name: string, shown: readonly string[], expected: readonly ItemRow[]): string[] => {
  const wanted = expected.map(gidOf).join();
  return shown.join() === wanted ? [] : [`${name} shows ${shown.join()} and should show ${wanted}`];
};

function epicFaults({ state, username, index }: SimClient, world: World, item: ItemRow): string[] {
  const id = gidOf(item);
  const shown: RoadmapEpic | null = selectRoadmapEpic(state, id);
  if (shown === null) return [`client ${index} (${username}): ${id} is on the roadmap and not known`];
  const { start, due } = datesOf(world, item);
  const sum = recount(world, item.id);
  const pairs: [string, unknown, unknown][] = [
    ['title', shown.title, item.title],
    ['state', shown.state, item.state],
    ['confidential', shown.confidential, item.confidential],
    ['start', shown.startDate, start],
    ['due', shown.dueDate, due],
    ['fixed start', shown.startDateIsFixed, item.startIsFixed],
    ['fixed due', shown.dueDateIsFixed, item.dueIsFixed],
    ['open issues', shown.descendantCounts.openedIssues, sum.openedIssues],
    ['closed weight', shown.descendantWeightSum.closedIssues, sum.closedWeight],
  ];
  return pairs.flatMap(([what, is, shouldBe]) =>
    is === shouldBe ? [] : [`${id} shows ${what} ${String(is)} on the roadmap, and should show ${String(shouldBe)}`],
  );
}

function betweenOf(client: SimClient): { readonly start: string; readonly end: string } | undefined {
  const timeframe = selectTimeframe(client.state);
  return timeframe === null ? undefined : { start: timeframe.startDate, end: timeframe.endDate };
}

function epicAt(world: World, fullPath: string, iid: string): ItemRow | null {
  for (const item of world.items.values()) {
    if (item.type !== 'epic' || String(item.iid) !== iid) continue;
    if (world.groups.get(item.groupId)?.fullPath === fullPath) return item;
  }
  return null;
}

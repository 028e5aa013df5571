import type { ItemRow, World } from './server/index.ts';
import type { Filter, Place } from './oracle-lists.ts';
import { frontsOf, type Front } from './front.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { type EpicListQuery } from '@espalier/core/epic';
import { selectEpicList } from '@espalier/core/epic/list';
import type { IssueListQuery } from '@espalier/core/work-item';
import { selectIssueList } from '@espalier/core/work-item/list';
import { extrasActions } from '@espalier/core/work-item/extras';
import { linkActions } from '@espalier/core/link';
import { sidebarActions } from '@espalier/core/sidebar';
import { extrasFaults, itemPageFaults } from './check-items-shown.ts';
import { closingFaults } from './check-links.ts';
import { sidebarAnewFaults } from './check-sidebar-shown.ts';
import { datesOf, listed } from './oracle-lists.ts';
import { gidOf, MOMENT, PAGES, roadmapAnew } from './reload-roadmap.ts';

/**
 * What nobody keeps up to date by itself (lists, the roadmap) is loaded anew at the end, as a person does it, and looked through from the first page to the
 * last: it must be what the server has for that person.
 */

/** Items of a page of a list, as the product asks for them. */
const LIST_PAGE = 20;
interface ShownList {
  readonly status: string;
  readonly rows: readonly ShownRow[];
  readonly counts: { readonly opened: number; readonly closed: number } | null;
}
interface ShownRow {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly confidential: boolean;
  readonly startDate?: string | null;
  readonly dueDate: string | null;
}

/** One page of a list against all that it should have. */
function pageFaults(name: string, shown: ShownList, expected: readonly ItemRow[] | null, from: number, world: World) {
  if (expected === null)
    return shown.status === 'missing' ? [] : [`${name} is not there for them, and is ${shown.status}`];
  if (shown.status !== 'ready') return [`${name} is there, and is ${shown.status}`];
  const page = expected.slice(from, from + Math.min(LIST_PAGE, world.pageMax));
  const line = (row: ShownRow): string => {
    // The lists do not read the start of an issue; it is known where its page was open.
    const start = row.id.includes('/Issue/') ? '' : (row.startDate ?? '');
    return [row.id, row.title, row.state, row.confidential, start, row.dueDate ?? ''].join(' | ');
  };
  const wanted = page.map((item) => {
    const { start, due } = datesOf(world, item);
    return line({ ...item, id: gidOf(item), startDate: start, dueDate: due });
  });
  const is = shown.rows.map(line);
  return is.join('\n') === wanted.join('\n')
    ? []
    : [`${name} shows\n${is.join('\n')}\nand should show\n${wanted.join('\n')}`];
}

/** A list as the page shows it, and how its person turns it. */
interface Listing<Q> {
  readonly name: string;
  readonly kind: 'epics' | 'issues';
  readonly place: Place;
  /** From the first page on. */
  readonly query: Q & {
    readonly search: string;
    readonly state: string;
    readonly labels: readonly string[];
    readonly sort: string;
  };
  readonly open: (query: Q) => void;
  readonly shown: () => ShownList & { readonly next: Q | null };
}

async function lookThrough<Q>(listing: Listing<Q>, client: SimClient, sim: Stage): Promise<string[]> {
  const { world } = sim.backend.model;
  const { name, kind, place, query, open, shown } = listing;
  const { search, labels, sort } = query;
  const all = (state: Filter['state']) =>
    listed(world, client.username, kind, place, { state, phrase: search, labels }, sort);
  open(query);
  for (let page = 0, from = 0; page < PAGES; page += 1) {
    await sim.clock.advance(MOMENT);
    const view = shown();
    const here = `${name} (${JSON.stringify(query)}, from ${from})`;
    const found = [
      ...pageFaults(here, view, all(query.state as Filter['state']), from, world),
      ...countFaults(here, view.counts, all),
    ];
    if (found.length > 0 || view.next === null) return found;
    from += view.rows.length;
    open(view.next);
  }
  return [`${name} never ends`];
}

function epicList({ pages, ...client }: Shown): Listing<EpicListQuery> | null {
  if (pages.list === null) return null;
  const { groupPath, query } = pages.list;
  return {
    name: `the list of the epics of ${groupPath}`,
    kind: 'epics',
    place: { kind: 'group', fullPath: groupPath },
    query: { ...query, after: null, before: null },
    open: (page) => pages.openList(groupPath, page),
    shown: () => ({ ...selectEpicList(client.state()), counts: client.state().epicList.counts }),
  };
}

function issueList({ pages, ...client }: Shown): Listing<IssueListQuery> | null {
  if (pages.issues === null) return null;
  const { place, query } = pages.issues;
  return {
    name: `the list of the issues of ${place.fullPath}`,
    kind: 'issues',
    place,
    query: { ...query, after: null, before: null },
    open: (page) => pages.openIssues(place, page),
    shown: () => ({ ...selectIssueList(client.state()), counts: client.state().issueList.counts }),
  };
}

interface Shown {
  readonly pages: SimClient['pages'];
  readonly state: () => SimClient['state'];
}

function countFaults(
  name: string,
  counts: ShownList['counts'],
  all: (state: 'opened' | 'closed') => readonly ItemRow[] | null,
): string[] {
  return (['opened', 'closed'] as const).flatMap((state) => {
    const expected = all(state);
    return counts === null || expected === null || counts[state] === expected.length
      ? []
      : [`${name} says ${counts[state]} ${state}, and there are ${expected.length}`];
  });
}

/** Reads the parts of the sidebar again, as a person does who opens the page anew. */
async function sidebarAnew(client: Front, sim: Stage): Promise<string[]> {
  const { id } = client.state.sidebar;
  if (!client.pages.sidebar || id == null) return [];
  for (const part of ['epic', 'ancestors', 'color'] as const) client.do(sidebarActions.partRetried({ part }));
  await sim.clock.advance(MOMENT);
  return sidebarAnewFaults(client, sim.backend.model.world);
}

/** Asks what blocks the item whose links are shown, as somebody does who is about to close it. */
async function closingAnew(client: Front, sim: Stage): Promise<string[]> {
  const { links } = client.pages;
  if (links === null) return [];
  const { id, kind, iid, groupPath } = links;
  client.do(linkActions.closingAsked({ id, kind, iid, groupPath }));
  await sim.clock.advance(MOMENT);
  return closingFaults(client, sim.backend.model.world);
}

/** Reads the page of an item again, as a person does who opens it anew. */
async function itemAnew(client: Front, sim: Stage): Promise<string[]> {
  if (client.pages.item === null) return [];
  client.pages.retryItem();
  if (client.pages.extras !== null) client.do(extrasActions.retried());
  await sim.clock.advance(MOMENT);
  const { world } = sim.backend.model;
  return [...itemPageFaults(client, world, true), ...extrasFaults(client, world)];
}

/** Loads everything of a client anew that is not kept up to date by itself, and compares it. */
export async function reloadFaults(client: SimClient, sim: Stage): Promise<string[]> {
  const shown: Shown = { pages: client.pages, state: () => client.state };
  const [epics, issues] = [epicList(shown), issueList(shown)];
  const found = [
    ...(epics === null ? [] : await lookThrough(epics, client, sim)),
    ...(issues === null ? [] : await lookThrough(issues, client, sim)),
    ...(await roadmapAnew(client, sim)),
  ];
  for (const front of frontsOf(client)) {
    found.push(...(await sidebarAnew(front, sim)), ...(await closingAnew(front, sim)), ...(await itemAnew(front, sim)));
  }
  return found.map((text) => `client ${client.index} (${client.username}): ${text}`);
}

import type { RootState } from '@espalier/core';
import type { World } from './server/index.ts';
import type { Front } from './front.ts';
import type { Network, Sent } from './network.ts';
import type { SimClient } from './planner-client.ts';
import { selectEpic, selectEpicPage } from '@espalier/core/epic';
import { selectEpicList } from '@espalier/core/epic/list';
import { selectRoadmapRows, selectRoadmapStatus } from '@espalier/core/roadmap';
import { recordsOf } from '@espalier/core/entities';
import { entries } from '@espalier/core/table';
import { selectIssueList } from '@espalier/core/work-item/list';
import { datesOf } from './oracle-lists.ts';
import { sees } from './oracle.ts';

/** The pages beside the tree: what is checked of them, as texts of what is wrong. */

/** What says that it is under way; what waits for a pause in somebody's typing is left out. */
export function pagesUnderWay(state: RootState): string[] {
  const { epicList, issueList } = state;
  const found: string[] = [];
  const note = (text: string, is: boolean): void => {
    if (is) found.push(text);
  };
  const waits = ({ shown, query }: RootState['epicList'] | RootState['issueList']): boolean =>
    shown !== null && shown.search !== query.search;
  const typing = [
    'sidebar/labels',
    ...(waits(epicList) ? ['epicList/page'] : []),
    ...(waits(issueList) ? ['issueList/page'] : []),
    'roadmap/suggestions',
    ...['groups', 'projects', 'candidates', 'completions', 'moveTargets'].map((name) => `tree/${name}`),
    'link/completions',
    'itemFields/',
  ];
  found.push(...queriesUnderWay(state).filter((text) => !typing.some((name) => text.startsWith(name))));
  note('the session is loading', state.access.session.status === 'loading');
  note('the roadmap is loading', selectRoadmapStatus(state) === 'loading');
  for (const { id, toggle } of selectRoadmapRows(state).rows)
    note(`${id} is loading on the roadmap`, toggle === 'loading');
  return found;
}

/** What is read, by the names of the reads. */
const queriesUnderWay = ({ queries }: RootState): string[] =>
  [...entries(queries)].flatMap(([key, { status, loadingMore }]) =>
    status === 'loading' || loadingMore ? [`${key} is being read`] : [],
  );

/** The same at the end, when nothing waits any more. */
export function pagesInFlight(state: RootState): string[] {
  return [...pagesUnderWay(state), ...queriesUnderWay(state)];
}

/** The page of an epic against the server's row: what its version tells of. (Dates that come from elsewhere are the row's own matter.) */
export function pageFaults({ pages, state, username, place }: Front, world: World): string[] {
  const { epic: route } = pages;
  const { page } = state.epic;
  const { status } = selectEpicPage(state);
  if (route === null) return page.iid === null ? [] : [`the ${place} of an epic is shown though none is open`];
  const row = [...world.items.values()].find(
    (item) =>
      item.type === 'epic' &&
      String(item.iid) === route.iid &&
      world.groups.get(item.groupId)?.fullPath === route.groupPath,
  );
  const name = `the ${place} of ${route.groupPath}&${route.iid}`;
  if (row === undefined || !sees(world, username, row)) {
    return status === 'missing' ? [] : [`${name} cannot be seen and is ${status}`];
  }
  const epic = selectEpic(state);
  if (status !== 'ready' || epic === null) return [`${name} can be seen and is ${status}`];
  const dates = datesOf(world, row);
  const pairs: [string, unknown, unknown][] = [
    ['id', epic.id, `gid://gitlab/Epic/${row.id}`],
    ['title', epic.title, row.title],
    ['description', epic.description, row.description ?? ''],
    ['state', epic.state, row.state],
    ['confidential', epic.confidential, row.confidential],
    ['lock version', epic.lockVersion, row.lockVersion],
    [
      'labels',
      labelsOf(recordsOf(state.confirmed.labels, epic.labels)),
      labelsOf(row.labelIds.flatMap((id) => world.labels.get(id) ?? [])),
    ],
    ['fixed start', epic.startDateIsFixed ? epic.startDate : null, row.startIsFixed ? dates.start : null],
    ['fixed due', epic.dueDateIsFixed ? epic.dueDate : null, row.dueIsFixed ? dates.due : null],
  ];
  return pairs.flatMap(([what, is, shouldBe]) =>
    is === shouldBe ? [] : [`${name} shows ${what} ${String(is)} and should show ${String(shouldBe)}`],
  );
}

const labelsOf = (labels: readonly { readonly title: string }[]): string =>
  labels
    .map(({ title }) => title)
    .sort()
    .join();

interface ListAnswer {
  readonly group?: Connections | null;
  readonly project?: Connections | null;
}
interface Connections {
  readonly epics?: Nodes | null;
  readonly issues?: Nodes | null;
}
interface Nodes {
  readonly nodes: readonly { readonly id: string; readonly startDate?: string | null }[];
}

/** A list shows the answer to the question that was asked last, or says what became of that. */
function latestFaults(
  name: string,
  last: Sent | undefined,
  shown: { readonly status: string; readonly ids: readonly string[] },
): string[] {
  if (last === undefined) return [];
  const said = `${name} is ${shown.status} with ${shown.ids.join()}`;
  if (last.end !== 'answered') {
    return shown.status === 'failed' || shown.status === 'missing'
      ? []
      : [`${said}, and its last question ${last.end}`];
  }
  const { group, project } = last.answer?.data as ListAnswer;
  const owner = group ?? project ?? null;
  if (owner === null) return shown.status === 'missing' ? [] : [`${said}, and the last answer has no such place`];
  const ids = (owner.epics ?? owner.issues)?.nodes.map(({ id }) => id) ?? [];
  return shown.status === 'ready' && ids.join() === shown.ids.join()
    ? []
    : [`${said}, and the last answer said ${ids.join()}`];
}

/** RP-02.165: where a list that is read again after a change of one's own cannot be read, the rows stay: they are those of the same question before. */
function lastShown(
  last: Sent | undefined,
  { status }: { readonly status: string },
  { sent }: Network,
): Sent | undefined {
  if (last === undefined || last.end === 'answered' || status !== 'ready') return last;
  const isSame = ({ session, end, call }: Sent): boolean =>
    session === last.session && end === 'answered' && JSON.stringify(call) === JSON.stringify(last.call);
  return sent.findLast(isSame) ?? last;
}

/** Of each list: it answers the question that stands in its address, and that question was asked last. */
export function listFaults({ pages, state, session }: SimClient, network: Network): string[] {
  const found: string[] = [];
  if (pages.list !== null) {
    const last = network.lastSent(session, ({ what }) => what === 'groupEpics');
    const shown = shownOf(selectEpicList(state));
    found.push(...latestFaults('the list of epics', lastShown(last, shown, network), shown));
    found.push(...askedFaults('the list of epics', last, pages.list.groupPath, pages.list.query));
  }
  if (pages.issues !== null) {
    const last = network.lastSent(session, ({ what }) => what === 'groupIssues' || what === 'projectIssues');
    const shown = shownOf(selectIssueList(state));
    found.push(...latestFaults('the list of issues', lastShown(last, shown, network), shown));
    found.push(...askedFaults('the list of issues', last, pages.issues.place.fullPath, pages.issues.query));
  }
  return found;
}

const shownOf = ({ status, rows }: { readonly status: string; readonly rows: readonly { readonly id: string }[] }) => ({
  status,
  ids: rows.map(({ id }) => id),
});

interface Asked {
  readonly state: string;
  readonly sort: string;
  readonly labels: readonly string[];
  readonly after: string | null;
  readonly before: string | null;
}

function askedFaults(name: string, last: Sent | undefined, fullPath: string, asked: Asked): string[] {
  const { state, sort, labels, after, before } = asked;
  const wanted = { fullPath, state, sort, labelName: labels.length === 0 ? null : labels, after, before };
  const said: Readonly<Record<string, unknown>> = last?.call.variables ?? {};
  return Object.entries(wanted).flatMap(([key, value]) =>
    JSON.stringify(said[key] ?? null) === JSON.stringify(value)
      ? []
      : [`${name} is to be that of ${key} ${JSON.stringify(value)}, and ${JSON.stringify(said[key])} was asked for`],
  );
}

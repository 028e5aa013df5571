import type { Stamped } from '@espalier/core';
import type { ItemRow, World } from './server/index.ts';
import type { Front } from './front.ts';
import type { Sent } from './network.ts';
import type { SessionLog, SimClient } from './planner-client.ts';
import { overPage } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { epicActions, epicPage } from '@espalier/core/epic';
import {
  partState,
  selectAncestors,
  selectColor,
  selectConfidentiality,
  selectSidebarDates,
  selectSidebarLabels,
  selectSubscription,
  selectTodo,
  sidebarActions,
  sidebarReads,
} from '@espalier/core/sidebar';
import { treeReads } from '@espalier/core/tree';
import { workItemActions } from '@espalier/core/work-item';
import { hasTodo, titlesOf, wholeColor } from './check-sidebar.ts';
import { shownAncestors } from './oracle-links.ts';
import { datesOf } from './oracle-lists.ts';
import { numberOf, sees } from './oracle.ts';

/** What the sidebar of an epic shows, and whether it keeps itself up to date, as texts of what is wrong. */

/** A reading that failed is tried again so long after, at the latest: where the one before had not failed, and else. Milliseconds. */
const OWED = { first: 5_500, again: 61_000 } as const;
/** A clock that is further from the others' is off. Milliseconds. */
const OFF = 43_200_000;
/** What ends the showing of an epic's sidebar, what says that a person has it read, and what keeps readings waiting (RP-02.27). */
const ENDS: ReadonlySet<string> = new Set([
  accessActions.sessionDoubted.type,
  accessActions.sessionEnded.type,
  epicActions.epicPageOpened.type,
  epicActions.epicPageClosed.type,
  epicPage.failed.type,
  epicActions.epicDeletionConfirmed.committed.type,
  sidebarActions.sidebarClosed.type,
  sidebarReads.epic.asked.type,
  workItemActions.overOpened.type,
]);

/** The first reading failed: then a person is asked. */
const isFirstFailure = (action: Stamped, after: SessionLog['end']): boolean =>
  sidebarReads.epic.failed.match(action) &&
  [after, overPage(after)].some((seen) => partState(seen, 'epic').status === 'failed');

/** What an edit of somebody else calls for is read until that succeeds: a reading that failed is followed by another one. */
export function owedFaults({ sessions, index, hiddenTimes }: SimClient, sent: readonly Sent[]): string[] {
  return sessions.flatMap(({ actions, before, end }, generation) => {
    const all = sent.filter(({ session, call }) => session === `${index}.${generation}` && call.what === 'epicSidebar');
    const last = actions.at(-1)?.meta.at ?? 0;
    // Actions bear the time of the person's own clock, which may be off by a day.
    if (actions.some(({ meta }) => Math.abs(meta.at - (sent[0]?.at ?? 0)) > OFF)) return [];
    const failed = ({ end }: Sent): boolean => end !== 'answered' && end !== 'waiting' && end !== 'gone';
    // An answer that tells of no epic is a failure as well: what follows it comes later.
    const isInVain = (reading: Sent): boolean =>
      failed(reading) ||
      !actions.some(({ type, meta }) => type === sidebarReads.epic.received.type && meta.at === reading.endedAt);
    return all.flatMap((reading) => {
      if (!failed(reading)) return [];
      const { at, endedAt, call } = reading;
      // Of the epic of the page, or of the one over it.
      const asked = JSON.stringify(call.variables);
      const readings = all.filter((one) => JSON.stringify(one.call.variables) === asked);
      const place = readings.indexOf(reading);
      // Of two that failed the later one may be the other's repetition, also where others came between them.
      const isRepeated = readings.slice(0, place).some((one) => isInVain(one) && at - one.endedAt <= OWED.again);
      const until = endedAt + (isRepeated ? OWED.again : OWED.first);
      const next = readings[place + 1]?.at ?? Infinity;
      // What a reading of the children calls for is called for by the next one of those.
      const isOfChildren = actions.some(
        ({ type, meta }) => type === treeReads.children.received.type && meta.at === at,
      );
      const isOver = actions.some(
        (action, index) =>
          (ENDS.has(action.type) || isFirstFailure(action, before[index + 1] ?? end)) &&
          action.meta.at >= at &&
          action.meta.at <= until,
      );
      // AP-15.3: in a hidden tab nothing is refreshed.
      const isHidden = hiddenTimes.some(({ from, to }) => from <= until && to >= endedAt);
      return isOfChildren || isOver || isHidden || next <= until || last < until
        ? []
        : [`client ${index} has not read its sidebar again since ${endedAt}`];
    });
  });
}

const rowOf = ({ pages }: Front, world: World): ItemRow | undefined =>
  [...world.items.values()].find(
    (item) =>
      item.type === 'epic' &&
      String(item.iid) === pages.epic?.iid &&
      world.groups.get(item.groupId)?.fullPath === pages.epic.groupPath,
  );

type Pairs = readonly (readonly [what: string, is: unknown, shouldBe: unknown])[];

function compare(name: string, pairs: Pairs): string[] {
  return pairs.flatMap(([what, is, shouldBe]) =>
    is === shouldBe ? [] : [`${name} shows ${what} ${String(is)} and should show ${String(shouldBe)}`],
  );
}

/** What the sidebar of an epic shows against the server's rows: what keeps itself up to date. */
export function sidebarFaults(client: Front, world: World): string[] {
  const row = rowOf(client, world);
  const sidebar = client.state.sidebar;
  if (!client.pages.sidebar || client.pages.epic === null || sidebar === undefined) return [];
  if (row === undefined || !sees(world, client.username, row)) {
    return sidebar.id === null ? [] : [`the sidebar shows ${sidebar.id}, which cannot be seen`];
  }
  const root = client.state;
  const dates = selectSidebarDates(root);
  const { start, due } = dates ?? {};
  if (sidebar.id !== `gid://gitlab/Epic/${row.id}`) return [`the sidebar shows ${sidebar.id} beside ${row.id}`];
  return compare(`the sidebar (${client.place}) of ${row.id}`, [
    ['fixed start', `${start?.isFixed} ${start?.fixed}`, `${row.startIsFixed} ${row.startDate}`],
    ['fixed due', `${due?.isFixed} ${due?.fixed}`, `${row.dueIsFixed} ${row.dueDate}`],
    [
      'labels',
      titlesOf(selectSidebarLabels(root).labels),
      row.labelIds
        .flatMap((id) => world.labels.get(id)?.title ?? [])
        .sort()
        .join(),
    ],
    ['confidential', selectConfidentiality(root)?.confidential, row.confidential],
    ['colour', wholeColor(selectColor(root)?.color ?? ''), wholeColor(row.color)],
  ]);
}

/** The same after its parts were read anew, and what only then is as the server has it: what other tabs of the person did, and what hangs on other epics. */
export function sidebarAnewFaults(client: Front, world: World): string[] {
  const row = rowOf(client, world);
  if (!client.pages.sidebar || row === undefined || !sees(world, client.username, row)) return [];
  const root = client.state;
  const dates = selectSidebarDates(root);
  const { start, due } = datesOf(world, row);
  const user = [...world.users.values()].find(({ username }) => username === client.username);
  const takesPart = row.authorId === user?.id || row.assigneeIds.includes(user?.id ?? 0);
  const ancestors = selectAncestors(root).rows.map((place) => (place.hidden ? null : numberOf(place.id)));
  return [
    ...sidebarFaults(client, world),
    ...compare(`the sidebar (${client.place}) of ${row.id}, read anew,`, [
      ['start', dates?.start.date, start],
      ['due', dates?.due.date, due],
      ['to-do', selectTodo(root)?.exists, hasTodo(world, row.id, user?.id)],
      [
        'subscription',
        selectSubscription(root)?.subscribed,
        world.subscriptions.get(`${row.id} ${user?.id}`) ?? takesPart,
      ],
      ['ancestors', ancestors.join(), shownAncestors(world, client.username, row.id).join()],
    ]),
  ];
}

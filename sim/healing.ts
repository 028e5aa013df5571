import type { SimClock } from './clock.ts';
import { frontsOf, type Front } from './front.ts';
import type { SimClient } from './planner-client.ts';
import type { Simulation } from './simulation.ts';
import { selectTreeStatus } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { epicActions, selectEpicPage } from '@espalier/core/epic';
import { selectActivity } from '@espalier/core/note';
import { linkActions, selectLinkStatus } from '@espalier/core/link';
import { roadmapActions, selectRoadmapStatus } from '@espalier/core/roadmap';
import { treeActions } from '@espalier/core/tree';
import { selectItemReading } from '@espalier/core/work-item';
import { parentsOf } from './operations.ts';
import { retryItem } from './operations-items.ts';
import { retryNotes } from './operations-notes.ts';
import { retryParts } from './operations-sidebar.ts';
import { numberOf, sees } from './oracle.ts';

/** What a person does when everything works again, and what has to happen by itself then. */

/** A tree of which a part is shown that has not been read since. */
export function isUnread(client: Front, since: number): boolean {
  if (selectTreeStatus(client.state) !== 'ready') return false;
  return parentsOf(client).some((id) => client.reads.last(id) < since);
}

/** With pushes nothing is read without a reason; what failed is. Without them every open tree is read again by itself. */
export const waitsForTree = (client: Front, since: number): boolean =>
  client.connected && selectTreeStatus(client.state) === 'ready'
    ? parentsOf(client).some((id) => client.reads.hasFailed(id))
    : isUnread(client, since);

/** Of what is open besides a tree, all is read again by itself. */
export function waitsForOther(client: SimClient, simulation: Simulation, since: number): boolean {
  const { pages, state, session } = client;
  const { network } = simulation;
  // With pushes only what failed is read without a reason.
  const isUnanswered = (what: string): boolean =>
    client.connected ? network.hasFailed(session, what) : network.answeredAt(session, what) < since;
  const { roadmap } = pages;
  const waits = (front: Front): boolean =>
    waitsForItem(front, simulation, isUnanswered) || waitsForEpic(front, isUnanswered);
  if (frontsOf(client).some(waits)) return true;
  const roadmapReading = roadmap?.config.epicIid === null ? 'roadmapGroupEpics' : 'epicChildEpics';
  return roadmap !== null && selectRoadmapStatus(state) === 'ready' && isUnanswered(roadmapReading);
}

function waitsForEpic({ pages: { epic }, state }: Front, isUnanswered: (what: string) => boolean): boolean {
  if (epic === null || selectEpicPage(state).status !== 'ready') return false;
  return isUnanswered(`GET /groups/${epic.groupPath}/-/epics/${epic.iid}/realtime_changes`);
}

function waitsForItem(
  { pages, state, place, username }: Front,
  { backend }: Simulation,
  isUnanswered: (what: string) => boolean,
): boolean {
  const { item, links } = pages;
  const itemReading =
    item?.by === 'id'
      ? `workItemPage gid://gitlab/WorkItem/${item.number}`
      : `projectWorkItemPage ${item?.projectPath}#${item?.number}`;
  if (item !== null && selectItemReading(state, place).status === 'ready' && isUnanswered(itemReading)) return true;
  if (notesWait({ pages, state, place }, isUnanswered)) return true;
  if (links === null || selectLinkStatus(state, place) !== 'ready') return false;
  if (!isUnanswered(`GET ${links.endpoint}`)) return false;
  const { world } = backend.model;
  const subject = world.items.get(numberOf(links.id) ?? 0);
  return subject !== undefined && sees(world, username, subject);
}

function notesWait(
  { pages: { notes }, state, place }: Pick<Front, 'pages' | 'state' | 'place'>,
  isUnanswered: (what: string) => boolean,
): boolean {
  if (notes === null || selectItemReading(state, place).status !== 'ready') return false;
  const { status, newestFirst } = selectActivity(state, place);
  const reading = newestFirst ? `newestItemNotes ${notes}` : `itemNotes ${notes.replace('/Issue/', '/WorkItem/')}`;
  return status === 'ready' && isUnanswered(reading);
}

/** Ends what was wrong with a client itself. */
export function heal(client: SimClient, clock: SimClock): void {
  client.storageMode = 'ok';
  client.crashAtWrite = null;
  client.signInAgain();
  if (client.state.access.ended !== undefined) client.do(accessActions.sessionDoubted());
  for (const front of frontsOf(client)) if (front.state.tree.drag !== null) front.do(treeActions.dragCancelled());
  if (client.hidden) client.hide(false);
  if (client.gap) {
    client.connect(false);
    clock.after(200, () => client.connect(true));
  }
}

/** What failed is a state of the page, with a button; what is missing is looked for again. */
export function comeBack(client: SimClient): void {
  const { roadmap } = client.pages;
  const shown = selectRoadmapStatus(client.state);
  if (roadmap !== null && shown === 'failed') client.do(roadmapActions.roadmapRetried());
  else if (roadmap !== null && shown === 'missing') client.pages.openRoadmap(roadmap.config, roadmap.view);
  const fronts = frontsOf(client);
  if (fronts.some(({ pages: { sidebar, links, item } }) => sidebar || links !== null || item !== null))
    client.pages.signIn();
  for (const front of fronts) comeBackIn(front);
  for (const front of fronts) comeBackToEpic(front);
  for (const front of frontsOf(client)) {
    const tree = selectTreeStatus(front.state);
    if (tree === 'failed') front.do(treeActions.retried());
    else if (tree === 'missing' && front.opening !== null) front.open(front.opening);
  }
}

function comeBackToEpic(front: Front): void {
  retryParts(front);
  const { pages, state } = front;
  const { status } = selectEpicPage(state);
  if (status === 'failed') front.do(epicActions.epicPageRetried());
  else if (status === 'missing' && pages.epic !== null) pages.openEpic(pages.epic, pages.as);
}

function comeBackIn(front: Front): void {
  const { state, pages, place } = front;
  retryItem(front);
  retryNotes(front);
  const isMissing = selectItemReading(state, place).status === 'missing';
  if (pages.item !== null && isMissing) pages.openItem(pages.item, pages.as);
  if (selectLinkStatus(front.state, place) === 'failed') front.do(linkActions.retried());
}

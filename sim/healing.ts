import type { SimClock } from './clock.ts';
import type { SimClient } from './planner-client.ts';
import type { Simulation } from './simulation.ts';
import { selectTreeStatus } from '@espalier/core';
import { accessActions } from '@espalier/core/access';
import { epicActions, selectEpicPage } from '@espalier/core/epic';
import { linkActions, selectLinkStatus } from '@espalier/core/link';
import { roadmapActions, selectRoadmapStatus } from '@espalier/core/roadmap';
import { treeActions } from '@espalier/core/tree';
import { selectItemReading } from '@espalier/core/work-item';
import { PAGE_READING, type Network } from './network.ts';
import { parentsOf } from './operations.ts';
import { retryItem } from './operations-items.ts';
import { retryParts } from './operations-sidebar.ts';
import { numberOf, sees } from './oracle.ts';

/** What a person does when everything works again, and what has to happen by itself then. */

/** A tree of which a part is shown that has not been read since. */
export function isUnread(client: SimClient, since: number): boolean {
  if (selectTreeStatus(client.state) !== 'ready') return false;
  return parentsOf(client).some((id) => (client.lastRead.get(id) ?? 0) < since);
}

/** With pushes nothing is read without a reason; what failed is. Without them every open tree is read again by itself. */
export const waitsForTree = (client: SimClient, network: Network, since: number): boolean =>
  client.connected && selectTreeStatus(client.state) === 'ready'
    ? network.hasMissed(client.index)
    : isUnread(client, since);

/** Of what is open besides a tree, all is read again by itself. */
export function waitsForOther(client: SimClient, { network, backend }: Simulation, since: number): boolean {
  const { pages, state, session, username } = client;
  // With pushes only what failed is read without a reason.
  const isUnanswered = (what: string): boolean =>
    client.connected ? network.hasFailed(session, what) : network.answeredAt(session, what) < since;
  const { epic, roadmap, links, item } = pages;
  const itemReading = item?.by === 'id' ? 'workItemPage' : 'projectWorkItemPage';
  if (item !== null && selectItemReading(state, 'page').status === 'ready' && isUnanswered(itemReading)) return true;
  if (epic !== null && selectEpicPage(state).status === 'ready' && isUnanswered(PAGE_READING)) return true;
  const roadmapReading = roadmap?.config.epicIid === null ? 'roadmapGroupEpics' : 'epicChildEpics';
  if (roadmap !== null && selectRoadmapStatus(state) === 'ready' && isUnanswered(roadmapReading)) return true;
  if (links === null || selectLinkStatus(state) !== 'ready') return false;
  if (!isUnanswered(links.kind === 'epic' ? 'GET related_epic_links' : 'GET links')) return false;
  const { world } = backend.model;
  const subject = world.items.get(numberOf(links.id) ?? 0);
  return subject !== undefined && sees(world, username, subject);
}

/** Ends what was wrong with a client itself. */
export function heal(client: SimClient, clock: SimClock): void {
  client.storageMode = 'ok';
  client.crashAtWrite = null;
  client.signInAgain();
  if (client.state.access.ended !== undefined) client.do(accessActions.sessionDoubted());
  if (client.state.tree.drag !== null) client.do(treeActions.dragCancelled());
  if (client.hidden) client.hide(false);
  if (client.gap) {
    client.connect(false);
    clock.after(200, () => client.connect(true));
  }
}

/** What failed is a state of the page, with a button; what is missing is looked for again. */
export function comeBack(client: SimClient): void {
  const tree = selectTreeStatus(client.state);
  const { status } = selectEpicPage(client.state);
  const { epic, roadmap, item } = client.pages;
  const shown = selectRoadmapStatus(client.state);
  if (roadmap !== null && shown === 'failed') client.do(roadmapActions.roadmapRetried());
  else if (roadmap !== null && shown === 'missing') client.pages.openRoadmap(roadmap.config, roadmap.view);
  if (client.pages.sidebar || client.pages.links !== null || item !== null) client.pages.signIn();
  retryItem(client);
  if (item !== null && selectItemReading(client.state, 'page').status === 'missing') client.pages.openItem(item);
  retryParts(client);
  if (selectLinkStatus(client.state) === 'failed') client.do(linkActions.retried());
  if (status === 'failed') client.do(epicActions.epicPageRetried());
  else if (status === 'missing' && epic !== null) client.pages.openEpic(epic);
  if (tree === 'failed') client.do(treeActions.retried());
  else if (tree === 'missing' && client.opening !== null) client.open(client.opening);
}

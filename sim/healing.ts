import type { SimClient } from './planner-client.ts';
import { selectTreeStatus } from '@espalier/core';
import { epicActions, selectEpicPage } from '@espalier/core/epic';
import { linkActions, selectLinkStatus } from '@espalier/core/link';
import { roadmapActions, selectRoadmapStatus } from '@espalier/core/roadmap';
import { treeActions } from '@espalier/core/tree';
import { parentsOf } from './operations.ts';
import { retryParts } from './operations-sidebar.ts';

/** What a person does when everything works again, and what has to happen by itself then. */

/** A tree of which a part is shown that has not been read since. */
export function isUnread(client: SimClient, since: number): boolean {
  if (selectTreeStatus(client.state) !== 'ready') return false;
  return parentsOf(client).some((id) => (client.lastRead.get(id) ?? 0) < since);
}

/** What failed is a state of the page, with a button; what is missing is looked for again. */
export function comeBack(client: SimClient): void {
  const tree = selectTreeStatus(client.state);
  const { status } = selectEpicPage(client.state);
  const { epic, roadmap } = client.pages;
  const shown = selectRoadmapStatus(client.state);
  if (roadmap !== null && shown === 'failed') client.do(roadmapActions.roadmapRetried());
  else if (roadmap !== null && shown === 'missing') client.pages.openRoadmap(roadmap.config, roadmap.view);
  if (client.pages.sidebar || client.pages.links !== null) client.pages.signIn();
  retryParts(client);
  if (selectLinkStatus(client.state) === 'failed') client.do(linkActions.retried());
  if (status === 'failed') client.do(epicActions.epicPageRetried());
  else if (status === 'missing' && epic !== null) client.pages.openEpic(epic);
  if (tree === 'failed') client.do(treeActions.retried());
  else if (tree === 'missing' && client.opening !== null) client.open(client.opening);
}

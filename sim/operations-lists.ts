import type { EpicListQuery } from '@espalier/core/epic';
import type { ListPlace, IssueListQuery } from '@espalier/core/work-item';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { epicList } from '@espalier/core/epic';
import { selectEpicList } from '@espalier/core/epic/list';
import { issueList } from '@espalier/core/work-item';
import { selectIssueList } from '@espalier/core/work-item/list';

/** What a person does with the lists of a group's epics, and of a group's or project's issues. */

const SEARCHES = ['', '', 'e', 'epic', 'title', 'issue 1', 'nothing like it'] as const;
const STATES = ['all', 'opened', 'closed'] as const;
const LABELS = [[], [], [], ['bug'], ['bug', 'urgent'], ['None'], ['Any']] as const;
/** The orders of which a model and a database say the same to the last tie. */
const EPIC_ORDERS = ['CREATED_AT_DESC', 'CREATED_AT_ASC', 'START_DATE_ASC', 'END_DATE_DESC'] as const;
const ISSUE_ORDERS = ['CREATED_DESC', 'CREATED_ASC', 'DUE_DATE_ASC', 'DUE_DATE_DESC'] as const;

const filters = (picks: Picks) => ({
  search: picks.of(SEARCHES) ?? '',
  state: picks.of(STATES) ?? 'all',
  labels: picks.of(LABELS) ?? [],
});

function openList(client: SimClient, picks: Picks, sim: Stage): boolean {
  const group = picks.of([...sim.backend.model.world.groups.values()]);
  // Mostly another question about the list that is open.
  const groupPath = picks.once(3) ? group?.fullPath : (client.pages.list?.groupPath ?? 'acme');
  const query: EpicListQuery = {
    ...epicList.defaults,
    ...filters(picks),
    sort: picks.of(EPIC_ORDERS) ?? 'CREATED_AT_DESC',
  };
  client.pages.openList(groupPath ?? 'acme', query);
  return true;
}

function openIssues(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { groups, projects } = sim.backend.model.world;
  const places: readonly ListPlace[] = [
    ...[...groups.values()].map(({ fullPath }) => ({ kind: 'group' as const, fullPath })),
    ...[...projects.values()].map(({ fullPath }) => ({ kind: 'project' as const, fullPath })),
  ];
  const place = picks.once(3) ? picks.of(places) : (client.pages.issues?.place ?? places[0]);
  if (place === undefined) return false;
  const query: IssueListQuery = {
    ...issueList.defaults,
    ...filters(picks),
    sort: picks.of(ISSUE_ORDERS) ?? 'CREATED_DESC',
  };
  client.pages.openIssues(place, query);
  return true;
}

function turnList(client: SimClient, picks: Picks): boolean {
  const { next, previous, place } = selectEpicList(client.state);
  const query = picks.once(3) ? previous : next;
  if (query === null || place === null) return false;
  client.pages.openList(place.fullPath, query);
  return true;
}

function turnIssues(client: SimClient, picks: Picks): boolean {
  const { next, previous, place } = selectIssueList(client.state);
  const query = picks.once(3) ? previous : next;
  if (query === null || place === null) return false;
  client.pages.openIssues(place, query);
  return true;
}

export const LIST_OPERATIONS: Readonly<Record<string, Operation>> = {
  openList: { part: 'lists', weight: 6, run: openList },
  turnList: { part: 'lists', weight: 5, run: turnList },
  openIssues: { part: 'lists', weight: 6, run: openIssues },
  turnIssues: { part: 'lists', weight: 5, run: turnIssues },
  retryLists: {
    part: 'lists',
    weight: 2,
    run: (client) => {
      const epics = selectEpicList(client.state).status === 'failed';
      const issues = selectIssueList(client.state).status === 'failed';
      if (epics) client.do(epicList.actions.retried());
      if (issues) client.do(issueList.actions.retried());
      return epics || issues;
    },
  },
};

import type {
  EpicLabelsQuery,
  ItemLabelsQuery,
  ItemMilestonesQuery,
  ItemPeopleQuery,
  SearchGroupMilestonesQuery,
  SearchGroupUsersQuery,
} from '../api/generated/operations.ts';
import type { Operation } from '../ports/index.ts';
import {
  EpicLabelsOperation,
  ItemLabelsOperation,
  ItemMilestonesOperation,
  ItemPeopleOperation,
  SearchGroupMilestonesOperation,
  SearchGroupUsersOperation,
} from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { failureText } from '../access/failures.ts';
import { query } from '../query/index.ts';
import { wireFault } from '../store/effects.ts';
import { milestonesOf, peopleOf, whileTyped } from '../work-item/fields/queries.ts';
import { FIELD_ERRORS } from '../work-item/fields/texts.ts';
import { bulkReads, type Options, type OptionSearch } from './slice.ts';

/** What can be chosen for many items at once. */

type Answer =
  | EpicLabelsQuery
  | ItemLabelsQuery
  | ItemMilestonesQuery
  | ItemPeopleQuery
  | SearchGroupMilestonesQuery
  | SearchGroupUsersQuery;

const OPERATIONS = {
  labels: { group: EpicLabelsOperation, project: ItemLabelsOperation },
  assignees: { group: SearchGroupUsersOperation, project: ItemPeopleOperation },
  milestone: { group: SearchGroupMilestonesOperation, project: ItemMilestonesOperation },
} as const;

function variablesOf({ field, place: { kind, fullPath }, search }: OptionSearch) {
  const sought = search === '' ? {} : field === 'labels' && kind === 'group' ? { searchTerm: search } : { search };
  return { fullPath, ...sought, ...(kind === 'group' && field !== 'labels' && { first: 20 }) };
}

function optionsOf(answer: Answer): Options {
  const options: Options = { labels: [], people: [], milestones: [] };
  const place = 'project' in answer ? answer.project : 'group' in answer ? answer.group : answer.workspace;
  // What is missing in an answer has failed.
  if (place === null) throw wireFault('graphql');
  if ('labels' in place) return { ...options, labels: nodesOf(place.labels) };
  if ('milestones' in place) return { ...options, milestones: milestonesOf(place.milestones) };
  return { ...options, people: peopleOf('projectMembers' in place ? place.projectMembers : place.groupMembers) };
}

export const optionsQuery = query(bulkReads.options, {
  request: (params) => [OPERATIONS[params.field][params.place.kind] as Operation<Answer, object>, variablesOf(params)],
  decode: optionsOf,
  ...whileTyped,
  failure: (error, { field }) => failureText(error, FIELD_ERRORS[field]),
});

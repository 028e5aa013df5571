import { taskStatus } from '@espalier/core/checklist/rules';
import { durationText, fullReference, relativeReference, textColorFor } from '@espalier/core/work-item/rules';
import type { Named } from '../../command/item.ts';
import { epicPath, itemPath } from '../../work-item/addresses.ts';
import {
  labelDetailsJson,
  type LabelFacts,
  milestoneJson,
  type MilestoneFacts,
  pageLabelJson,
  personJson,
  type PersonFacts,
} from './places.ts';

/** AP-05.27: the API's JSON of an epic and of an item of a project: the same whether it was read, made or changed, alone, in a list, or at the end of a link. */

/** The parent epic and the link to it. */
export interface ParentFacts {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly group_id: number;
  readonly group_path: string;
  readonly link_id: number;
}

interface Facts extends Named {
  readonly group_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly confidential: boolean;
  readonly due_date: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly author: PersonFacts;
  readonly labels: readonly LabelFacts[];
  readonly upvotes: number;
  readonly downvotes: number;
  /** Null also if the viewer may not see the parent. */
  readonly parent: ParentFacts | null;
  /** Only where a single one is the answer, not in lists. */
  readonly subscribed?: boolean;
}

/** An iteration; its dates are days. */
export interface IterationFacts {
  readonly id: number;
  readonly iid: number;
  readonly group_id: number;
  readonly group_path: string;
  readonly sequence: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly start_date: string;
  readonly due_date: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface EpicFacts extends Facts {
  readonly color: string;
  readonly start_date: string | null;
  readonly start_date_is_fixed: boolean;
  readonly start_date_fixed: string | null;
  readonly inherited_start: string | null;
  readonly due_date_is_fixed: boolean;
  readonly due_date_fixed: string | null;
  readonly inherited_due: string | null;
}

export interface IssueFacts extends Facts {
  readonly project_id: number;
  readonly project_path: string;
  readonly milestone: MilestoneFacts | null;
  readonly assignees: readonly PersonFacts[];
  readonly weight: number | null;
  readonly health_status: string | null;
  readonly user_notes_count: number;
  /** Seconds, as is the next. */
  readonly time_estimate: number;
  readonly total_time_spent: number;
  readonly tasks: { readonly count: number; readonly completed_count: number };
  readonly discussion_locked: boolean;
  readonly closed_by: PersonFacts | null;
  readonly iteration: IterationFacts | null;
  /** What it was moved to. */
  readonly moved_to_id: number | null;
  /** Of those that the viewer may see, as is the next. */
  readonly merge_requests_count: number;
  readonly blocking_issues_count: number;
}

interface Asked {
  /** `http://host:port` as the client sees the server. */
  readonly base: string;
  /** The instant of the request. */
  readonly now: string;
  /** Give labels in full instead of by name. */
  readonly labelDetails?: boolean;
  /** Full path of the group that is being looked at, for an epic's `references.relative`; by default its own. */
  readonly here?: string;
}

/** The dates that every form of an epic has. */
export const epicDates = (facts: EpicFacts) => ({
  start_date: facts.start_date,
  start_date_is_fixed: facts.start_date_is_fixed,
  start_date_fixed: facts.start_date_fixed,
  start_date_from_milestones: facts.inherited_start,
  due_date: facts.due_date,
  due_date_is_fixed: facts.due_date_is_fixed,
  due_date_fixed: facts.due_date_fixed,
  due_date_from_milestones: facts.inherited_due,
});

const labelsOf = ({ labels }: Facts, { labelDetails }: Asked) =>
  labelDetails === true ? labels.map(labelDetailsJson) : labels.map(({ title }) => title);

export function epicJson(asked: Asked, facts: EpicFacts) {
  const { base } = asked;
  const { iid, group_id, group_path, parent } = facts;
  const api = `${base}/api/v4/groups/${group_id}`;
  const url = `${base}${epicPath(group_path, iid)}`;
  return {
    id: facts.id,
    iid,
    group_id,
    parent_id: parent?.id ?? null,
    parent_iid: parent?.iid ?? null,
    title: facts.title,
    description: facts.description,
    state: facts.state,
    confidential: facts.confidential,
    color: facts.color,
    text_color: textColorFor(facts.color),
    web_url: url,
    url,
    reference: `&${iid}`,
    references: {
      short: `&${iid}`,
      relative: relativeReference('epic', group_path, iid, asked.here ?? group_path),
      full: fullReference('epic', group_path, iid),
    },
    author: personJson(base, facts.author),
    ...epicDates(facts),
    start_date_from_inherited_source: facts.inherited_start,
    due_date_from_inherited_source: facts.inherited_due,
    end_date: facts.due_date,
    created_at: facts.created_at,
    updated_at: facts.updated_at,
    closed_at: facts.closed_at,
    labels: labelsOf(facts, asked),
    upvotes: facts.upvotes,
    downvotes: facts.downvotes,
    ...(facts.subscribed !== undefined && { subscribed: facts.subscribed }),
    _links: {
      self: `${api}/epics/${iid}`,
      epic_issues: `${api}/epics/${iid}/issues`,
      group: api,
      parent: parent === null ? null : `${base}/api/v4/groups/${parent.group_id}/epics/${parent.iid}`,
    },
  };
}

export function issueJson(asked: Asked, facts: IssueFacts) {
  const { base, now } = asked;
  const { iid, type, project_id, project_path, milestone, parent, tasks } = facts;
  const api = `${base}/api/v4/projects/${project_id}`;
  const reference = fullReference('issue', project_path, iid);
  const path = itemPath(facts);
  const { count, completed_count: completed } = tasks;
  const assignees = facts.assignees.map((person) => personJson(base, person));
  const self = `${api}/issues/${iid}`;
  return {
    id: facts.id,
    iid,
    project_id,
    title: facts.title,
    description: facts.description,
    state: facts.state,
    type: type.toUpperCase(),
    issue_type: type,
    confidential: facts.confidential,
    author: personJson(base, facts.author),
    assignees,
    assignee: assignees[0] ?? null,
    labels: labelsOf(facts, asked),
    milestone: milestone === null ? null : milestoneJson(base, now.slice(0, 10), milestone),
    weight: facts.weight,
    health_status: facts.health_status,
    iteration: facts.iteration && iterationJson(base, now.slice(0, 10), facts.iteration),
    due_date: facts.due_date,
    created_at: facts.created_at,
    updated_at: facts.updated_at,
    closed_at: facts.closed_at,
    closed_by: facts.closed_by && personJson(base, facts.closed_by),
    discussion_locked: facts.discussion_locked,
    moved_to_id: facts.moved_to_id,
    service_desk_reply_to: null,
    severity: 'UNKNOWN',
    user_notes_count: facts.user_notes_count,
    merge_requests_count: facts.merge_requests_count,
    blocking_issues_count: facts.blocking_issues_count,
    time_stats: timeStats(facts),
    has_tasks: count > 0,
    ...(count > 0 && { task_status: taskStatus({ count, completed }) }),
    task_completion_status: tasks,
    upvotes: facts.upvotes,
    downvotes: facts.downvotes,
    path,
    web_url: `${base}${path}`,
    reference,
    references: { short: `#${iid}`, relative: `#${iid}`, full: reference },
    epic_iid: parent?.iid ?? null,
    epic_issue_id: parent?.link_id ?? null,
    epic: parent === null ? null : parentJson(parent),
    ...(facts.subscribed !== undefined && { subscribed: facts.subscribed }),
    _links: {
      self,
      notes: `${self}/notes`,
      award_emoji: `${self}/award_emoji`,
      project: api,
      closed_as_duplicate_of: null,
    },
  };
}

const UPCOMING = 1;
const CURRENT = 2;
const CLOSED = 3;

/** @param today YYYY-MM-DD */
export function iterationJson(base: string, today: string, { group_path, ...facts }: IterationFacts) {
  const state = facts.due_date < today ? CLOSED : facts.start_date > today ? UPCOMING : CURRENT;
  const web_url = `${base}/groups/${group_path}/-/iterations/${facts.id}`;
  return { ...facts, state, web_url };
}

/** WI-15.64: what is estimated and spent, also in words; what is none has none. */
export const timeStats = ({
  time_estimate,
  total_time_spent,
}: Pick<IssueFacts, 'time_estimate' | 'total_time_spent'>) => ({
  time_estimate,
  total_time_spent,
  human_time_estimate: durationText(time_estimate) || null,
  human_total_time_spent: durationText(total_time_spent) || null,
});

const parentJson = ({ id, iid, title, group_id, group_path }: ParentFacts) => ({
  id,
  iid,
  title,
  group_id,
  url: epicPath(group_path, iid),
});

/** An epic or an item of a project. */
export const itemJson = (asked: Asked, facts: EpicFacts | IssueFacts) =>
  facts.type === 'epic' ? epicJson(asked, facts as EpicFacts) : issueJson(asked, facts as IssueFacts);

export const pageLabels = ({ labels }: Facts) => labels.map(pageLabelJson);

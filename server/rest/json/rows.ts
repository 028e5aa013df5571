import { linkTypeFor, type StoredLink } from '@espalier/core/link/rules';
import { fullReference, relativeReference } from '@espalier/core/work-item/rules';
import { referenceFrom } from '../../note/wording.ts';
import type { Named } from '../../command/item.ts';
import { epicPath, itemPath, linksPath } from '../../work-item/addresses.ts';
import { type MilestoneRowFacts, milestoneRowJson, personJson, type PersonFacts } from './places.ts';

/** Rows of the lists on a page: children of an epic, linked items, merge requests. As in GitLab they are short forms, because these lists have no pages. */

interface RowFacts extends Named {
  readonly title: string;
  readonly state: string;
  readonly confidential: boolean;
  readonly created_at: string;
  readonly closed_at: string | null;
}

/** The epic or item that the list belongs to, and whether the viewer may remove rows from it. */
interface Owner extends Named {
  readonly removable: boolean;
}

export interface ChildEpicFacts extends Omit<RowFacts, 'type' | 'project_path' | 'confidential'> {
  readonly has_children: boolean;
  readonly has_issues: boolean;
}

export const childEpicJson = (facts: ChildEpicFacts, parent: Owner & { readonly admin: boolean }) => ({
  id: facts.id,
  iid: facts.iid,
  title: facts.title,
  state: facts.state,
  created_at: facts.created_at,
  closed_at: facts.closed_at,
  has_children: facts.has_children,
  has_issues: facts.has_issues,
  reference: relativeReference('epic', facts.group_path, facts.iid, parent.group_path),
  path: epicPath(facts.group_path, facts.iid),
  relation_path: parent.removable ? `${itemPath(parent)}/links/${facts.id}` : null,
  full_path: facts.group_path,
  can_admin: parent.admin,
});

interface WorkFacts extends RowFacts {
  readonly weight: number | null;
  readonly due_date: string | null;
  readonly milestone: MilestoneRowFacts | null;
  readonly assignees: readonly PersonFacts[];
}

const workJson = (base: string, facts: WorkFacts) => ({
  id: facts.id,
  iid: facts.iid,
  title: facts.title,
  state: facts.state,
  confidential: facts.confidential,
  weight: facts.weight,
  due_date: facts.due_date,
  created_at: facts.created_at,
  closed_at: facts.closed_at,
  milestone: facts.milestone === null ? null : milestoneRowJson(facts.milestone),
  assignees: facts.assignees.map((person) => personJson(base, person)),
  path: itemPath(facts),
});

export interface ChildIssueFacts extends WorkFacts {
  readonly project_path: string;
  readonly epic_issue_id: number;
  readonly blocked: boolean;
}

export const childIssueJson = (base: string, facts: ChildIssueFacts, parent: Owner) => ({
  ...workJson(base, facts),
  type: facts.type,
  epic_issue_id: facts.epic_issue_id,
  blocked: facts.blocked,
  reference: fullReference('issue', facts.project_path, facts.iid),
  relation_path: parent.removable ? `${itemPath(parent)}/issues/${facts.epic_issue_id}` : null,
});

export interface LinkedFacts extends WorkFacts {
  readonly health_status: string | null;
  readonly start_date: string | null;
  /** Its project is; null: it is in none. */
  readonly archived: boolean | null;
  readonly link_id: number;
  readonly link_kind: StoredLink<number>['type'];
  readonly source_id: number;
  readonly target_id: number;
}

/** @param cycle ids of the items that form a cycle of blockers with the owner */
export const linkedJson = (base: string, facts: LinkedFacts, owner: Owner, cycle: ReadonlySet<number>) => ({
  ...workJson(base, facts),
  type: facts.type.toUpperCase(),
  health_status: facts.health_status,
  start_date: facts.start_date,
  reference: referenceFrom(owner, facts),
  link_type: typeSeenFrom(owner, facts),
  relation_path: owner.removable && !facts.archived ? `${linksPath(owner)}/${facts.link_id}` : null,
  in_cycle: facts.link_kind === 'blocks' && cycle.has(facts.id),
});

type Edge = Pick<LinkedFacts, 'link_kind' | 'source_id' | 'target_id'>;

export const typeSeenFrom = ({ id }: { readonly id: number }, { link_kind, source_id, target_id }: Edge) =>
  linkTypeFor({ type: link_kind, sourceId: source_id, targetId: target_id }, id);

export interface MergeRequestFacts {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly project_path: string;
  readonly title: string;
  readonly state: string;
  readonly created_at: string;
  readonly merged_at: string | null;
  readonly closed_at: string | null;
  readonly web_url: string | null;
  readonly milestone: MilestoneRowFacts | null;
  readonly author: PersonFacts | null;
  readonly pipeline_status: string | null;
}

export function mergeRequestJson(base: string, facts: MergeRequestFacts) {
  const { project_path, milestone, author, pipeline_status, ...shown } = facts;
  const own = `!${facts.iid}`;
  return {
    ...shown,
    references: { short: own, relative: own, full: `${project_path}${own}` },
    milestone: milestone === null ? null : milestoneRowJson(milestone),
    author: author === null ? null : personJson(base, author),
    assignees: [],
    head_pipeline: pipeline_status === null ? null : { status: pipeline_status },
  };
}

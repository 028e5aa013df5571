import type { RestRequest } from '../ports/index.ts';
import type { LinkJson } from './rest.ts';

/** Linked items over REST (facts 1.1, 1.8): the endpoints of the pages, `…/related_epic_links` and `…/links`. Paths have no host. */

export interface LinkedPersonJson {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly web_url: string;
}

export interface LinkedMilestoneJson {
  readonly id: number;
  readonly title: string;
  readonly start_date?: string | null;
  readonly due_date?: string | null;
}

/** A linked issue or epic. Members that an epic lacks are absent there. */
export interface LinkedItemJson extends LinkJson {
  readonly iid?: number;
  readonly type?: string;
  readonly link_type: string;
  readonly start_date?: string | null;
  readonly due_date?: string | null;
  readonly weight?: number | null;
  readonly milestone?: LinkedMilestoneJson | null;
  readonly assignees?: readonly LinkedPersonJson[];
  readonly health_status?: string | null;
  /** Ours: the link is part of a cycle of blockers. */
  readonly in_cycle?: boolean;
}

export interface LinkedItemsAnswer {
  readonly message?: string | null;
  /** The whole list, in the order in which they were linked. */
  readonly issuables: readonly LinkedItemJson[];
}

/** A merge request as the API gives it, with its newest pipeline. */
export interface MergeRequestJson {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly state: string;
  readonly created_at: string;
  readonly merged_at: string | null;
  readonly closed_at: string | null;
  /** Null: its page is not known. */
  readonly web_url: string | null;
  readonly references?: { readonly full: string };
  readonly milestone?: LinkedMilestoneJson | null;
  readonly author?: LinkedPersonJson | null;
  readonly assignees?: readonly LinkedPersonJson[];
  readonly head_pipeline?: { readonly status: string } | null;
}

export const linkedItems = (endpoint: string): RestRequest => ({ method: 'GET', path: endpoint });

export const addLinks = (endpoint: string, linkType: string, references: readonly string[]): RestRequest => ({
  method: 'POST',
  path: endpoint,
  body: { issuable_references: references, link_type: linkType },
});

/** RL-03.5: of an issue GitLab's own path; an epic's is ours, and 404 on a GitLab. `owner`: full path of the project or group. */
export const relatedMergeRequests = (kind: 'epic' | 'issue', owner: string, iid: string): RestRequest => ({
  method: 'GET',
  path:
    `/api/v4/${kind === 'epic' ? 'groups' : 'projects'}/${encodeURIComponent(owner)}/` +
    `${kind}s/${encodeURIComponent(iid)}/related_merge_requests`,
});

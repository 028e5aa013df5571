import type { LinkedItemJson, LinkedMilestoneJson, LinkedPersonJson, MergeRequestJson } from '../api/rest-links.ts';
import type { DatedMilestone, ReferenceKind } from '../work-item/rules.ts';
import type { Person } from '../work-item/types.ts';
import type { Blocker, LinkedItem, LinkedMergeRequest } from './types.ts';
import { nodesOf, type Nodes } from '../api/wire-parts.ts';
import { globalId, isHealthStatus, WORK_ITEM_TYPES } from '../work-item/rules.ts';
import { isLinkType, linkedState } from './rules.ts';

/** From the wire to what the section shows. What an answer leaves out is empty. */

const person = ({ id, name, username, avatar_url, web_url }: LinkedPersonJson): Person => ({
  id: globalId('User', id),
  name,
  username,
  avatarUrl: avatar_url,
  webUrl: web_url,
});

const milestone = (json: LinkedMilestoneJson | null | undefined): DatedMilestone | null =>
  json == null ? null : { title: json.title, startDate: json.start_date ?? null, dueDate: json.due_date ?? null };

/** `at_risk` of REST is `atRisk`. */
function health(text: string | null | undefined) {
  const name = text?.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return isHealthStatus(name) ? name : null;
}

export function linkedItem(json: LinkedItemJson, kind: ReferenceKind): LinkedItem {
  const type = WORK_ITEM_TYPES.find((each) => each === json.type?.toLowerCase()) ?? kind;
  const own: ReferenceKind = type === 'epic' ? 'epic' : 'issue';
  return {
    id: globalId(own === 'epic' ? 'Epic' : 'Issue', json.id),
    kind: own,
    ...(type === own ? {} : { type }),
    title: json.title,
    state: linkedState(json.state),
    reference: json.reference,
    path: json.path,
    relationPath: json.relation_path,
    linkType: isLinkType(json.link_type) ? json.link_type : 'relates_to',
    confidential: json.confidential ?? false,
    milestone: milestone(json.milestone),
    dueDate: json.due_date ?? null,
    weight: json.weight ?? null,
    assignees: (json.assignees ?? []).map(person),
    healthStatus: health(json.health_status),
    createdAt: json.created_at,
    closedAt: json.closed_at,
    inCycle: json.in_cycle ?? false,
  };
}

/** An answer of another form is an empty list: nothing of it can be shown. */
export const linkedList = (json: unknown, kind: ReferenceKind): readonly LinkedItem[] =>
  Array.isArray(json) ? (json as readonly LinkedItemJson[]).map((each) => linkedItem(each, kind)) : [];

export function mergeRequest(json: MergeRequestJson): LinkedMergeRequest {
  return {
    id: globalId('MergeRequest', json.id),
    title: json.title,
    state: linkedState(json.state),
    reference: json.references?.full ?? `!${json.iid}`,
    url: json.web_url,
    pipeline: json.head_pipeline?.status ?? null,
    milestone: milestone(json.milestone),
    assignees: (json.assignees ?? []).map(person),
    createdAt: json.created_at,
    mergedAt: json.merged_at,
    closedAt: json.closed_at,
  };
}

interface BlockerNode {
  readonly id: string;
  readonly title: string | null;
  readonly reference: string;
  readonly webUrl: string;
}

export const blockersOf = (connection: Nodes<BlockerNode> | undefined): readonly Blocker[] =>
  nodesOf(connection).map(({ id, title, reference, webUrl }) => ({
    id,
    title: title ?? '',
    reference,
    webPath: webUrl.replace(/^https?:\/\/[^/]+(?=\/)/, ''),
  }));

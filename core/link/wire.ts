import type { LinkedItemJson, LinkedMilestoneJson, LinkedPersonJson, MergeRequestJson } from '../api/rest-links.ts';
import type { ItemReading } from '../work-item/entity.ts';
import type { Milestone, Person } from '../work-item/types.ts';
import type { Blocker, LinkedState, LinkReading, MergeRequestReading } from './types.ts';
import { nodesOf, type Nodes } from '../api/wire-parts.ts';
import { globalId, isHealthStatus, parseReference, referenceKey, WORK_ITEM_TYPES } from '../work-item/rules.ts';
import { isLinkType } from './rules.ts';

/** From the wire to what the section shows. What an answer leaves out is empty. */

const person = ({ id, name, username, avatar_url, web_url }: LinkedPersonJson): Person => ({
  id: globalId('User', id),
  name,
  username,
  avatarUrl: avatar_url,
  webUrl: web_url,
});

const milestone = ({ id, title, start_date, due_date }: LinkedMilestoneJson): Milestone => ({
  id: globalId('Milestone', id),
  title,
  startDate: start_date ?? null,
  dueDate: due_date ?? null,
});

/** `at_risk` of REST is `atRisk`. */
function health(text: string | null | undefined) {
  const name = text?.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return isHealthStatus(name) ? name : null;
}

/** What is said of a linked item. Its full reference and number are those of its path; `reference` of the answer is short within the same place. */
function record(json: LinkedItemJson): ItemReading {
  const said = parseReference(`https://host${json.path}`, { kind: 'epic', groupPath: '' });
  const type = WORK_ITEM_TYPES.find((each) => each === json.type?.toLowerCase()) ?? (said.ok ? said.kind : 'issue');
  const facts = {
    startDate: json.start_date,
    dueDate: json.due_date,
    milestone: json.milestone && milestone(json.milestone),
    weight: json.weight,
    assignees: json.assignees?.map(person),
    healthStatus: json.health_status === undefined ? undefined : health(json.health_status),
  };
  return {
    id: globalId(type === 'epic' ? 'Epic' : 'Issue', json.id),
    iid: String(json.iid ?? (said.ok ? said.iid : '')),
    type,
    state: json.state === 'closed' ? 'closed' : 'opened',
    title: json.title,
    reference: said.ok ? referenceKey(said) : json.reference,
    webPath: json.path,
    confidential: json.confidential ?? false,
    createdAt: json.created_at,
    closedAt: json.closed_at,
    // What an answer leaves out is not known.
    ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)),
  };
}

export function linkedItem(json: LinkedItemJson): LinkReading {
  const item = record(json);
  return {
    id: item.id,
    linkType: isLinkType(json.link_type) ? json.link_type : 'relates_to',
    reference: json.reference,
    relationPath: json.relation_path,
    inCycle: json.in_cycle ?? false,
    item,
  };
}

/** An answer of another form is an empty list: nothing of it can be shown. */
export const linkedList = (json: unknown): readonly LinkReading[] =>
  Array.isArray(json) ? (json as readonly LinkedItemJson[]).map(linkedItem) : [];

/** RL-03.2: `reopened`, `locked` and anything unknown count as open (W4). */
export const linkedState = (value: unknown): LinkedState =>
  value === 'closed' || value === 'merged' ? value : 'opened';

export function mergeRequest(json: MergeRequestJson): MergeRequestReading {
  return {
    id: globalId('MergeRequest', json.id),
    title: json.title,
    state: linkedState(json.state),
    reference: json.references?.full ?? `!${json.iid}`,
    url: json.web_url,
    pipeline: json.head_pipeline?.status ?? null,
    milestone: json.milestone ? milestone(json.milestone) : null,
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

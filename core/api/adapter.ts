import type { EpicRowFragment, IssueRowFragment, WorkItemRowFragment } from './generated/operations.ts';
import type { EpicLinkJson, IssueLinkJson } from './rest.ts';
import type { EpicAnswer } from './wire-parts.ts';
import {
  dayOf,
  epicPermissions,
  issuePermissions,
  itemId,
  milestoneOf,
  nodesOf,
  ownerOf,
  pathOf,
  rollups,
  stateOf,
  tasksOf,
  typeOf,
  widget,
  Pool,
} from './wire-parts.ts';

export { nodesOf } from './wire-parts.ts';

/**
 * From the wire to the rows of the tree. The legacy epic API and work items both become `WorkItem` of core/work-item here; this folder imports no domain, so
 * the compiler checks that where the rows are used.
 */

/** One adapter serves one tree; it remembers the groups that it has seen. */
export class TreeAdapter {
  readonly #pool = new Pool();

  epic(node: EpicRowFragment) {
    return {
      id: node.id,
      iid: node.iid,
      type: 'epic' as const,
      // mutant: closed-epics-are-open
      state: stateOf(node.state),
      title: node.title ?? '',
      reference: node.reference,
      webPath: node.webPath,
      relationPath: node.relationPath,
      confidential: node.confidential ?? false,
      blocked: node.blocked ?? false,
      blockedByCount: node.blockedByCount ?? 0,
      createdAt: node.createdAt,
      updatedAt: node.updatedAt,
      closedAt: node.closedAt,
      startDate: dayOf(node.startDate),
      dueDate: dayOf(node.dueDate),
      labels: nodesOf(node.labels),
      ...rollups(node),
      hasChildren: node.hasChildren,
      hasIssues: node.hasIssues,
      epicIssueId: null,
      relativePosition: node.relativePosition,
      group: this.#pool.keep({ id: node.group.id, fullPath: node.group.fullPath }),
      permissions: epicPermissions(node.userPermissions),
    };
  }

  issue(node: IssueRowFragment) {
    const may = node.userPermissions;
    return {
      id: itemId(node.id ?? node.epicIssueId),
      iid: node.iid,
      type: typeOf(node.type),
      state: stateOf(node.state),
      title: node.title,
      reference: node.reference,
      webPath: node.webPath,
      relationPath: node.relationPath,
      confidential: node.confidential,
      blocked: node.blocked,
      blockedByCount: node.blockedByCount ?? 0,
      createdAt: node.createdAt,
      updatedAt: node.updatedAt,
      closedAt: node.closedAt,
      dueDate: dayOf(node.dueDate),
      weight: node.weight,
      milestone: milestoneOf(node.milestone),
      assignees: nodesOf(node.assignees),
      labels: nodesOf(node.labels),
      healthStatus: node.healthStatus,
      tasks: tasksOf(node.taskCompletionStatus),
      hasChildren: false,
      hasIssues: false,
      epicIssueId: node.epicIssueId,
      relativePosition: node.relativePosition,
      projectPath: ownerOf(node.reference),
      permissions: issuePermissions(may.adminIssue, may.updateIssue),
    };
  }

  /** The epic whose children a query read, as far as the query describes it; the rest comes from its row. */
  parent(epic: EpicAnswer, groupId: string, groupPath: string) {
    return {
      id: epic.id,
      iid: epic.iid,
      type: 'epic' as const,
      state: stateOf(epic.state),
      title: epic.title ?? '',
      reference: epic.reference,
      webPath: `/groups/${groupPath}/-/epics/${epic.iid}`,
      confidential: epic.confidential ?? false,
      ...rollups(epic),
      hasChildren: epic.hasChildren,
      hasIssues: epic.hasIssues,
      group: this.#pool.keep({ id: groupId, fullPath: groupPath }),
      permissions: epicPermissions(epic.userPermissions),
    };
  }

  /** `position`: the place in the parent's list, which the wire gives only by order; null where the item is not read as a child. */
  workItem(node: WorkItemRowFragment, position: number | null) {
    const dates = widget(node, 'dueDate');
    return {
      id: itemId(node.id),
      iid: node.iid,
      type: typeOf(node.workItemType.name),
      state: stateOf(node.state),
      title: node.title,
      reference: node.reference,
      webPath: pathOf(node.webUrl),
      confidential: node.confidential,
      createdAt: node.createdAt,
      updatedAt: node.updatedAt,
      closedAt: node.closedAt,
      startDate: dates?.startDate ?? null,
      dueDate: dates?.dueDate ?? null,
      weight: widget(node, 'weight')?.weight ?? null,
      milestone: milestoneOf(widget(node, 'milestone')?.milestone ?? null),
      assignees: nodesOf(widget(node, 'assignees')?.assignees),
      labels: nodesOf(widget(node, 'labels')?.labels),
      healthStatus: widget(node, 'healthStatus')?.healthStatus ?? null,
      hasChildren: widget(node, 'hasChildren')?.hasChildren ?? false,
      hasIssues: false,
      projectPath: node.project?.fullPath ?? ownerOf(node.reference),
      permissions: {
        canAdmin: node.userPermissions.adminParentLink,
        canAdminRelation: node.userPermissions.adminParentLink,
        canUpdate: node.userPermissions.updateWorkItem,
        canSetMetadata: node.userPermissions.setWorkItemMetadata,
        canCreate: node.userPermissions.updateWorkItem,
        canDestroy: node.userPermissions.deleteWorkItem,
      },
      ...(position === null ? {} : { relationPath: null, epicIssueId: null, relativePosition: position }),
    };
  }

  /** A child epic as the POST of its reference returns it: without its sums, which follow with the next read. `owner`: the group of the parent, to which short references belong. */
  epicLink(json: EpicLinkJson, owner: string) {
    const groupPath = ownerOf(json.reference) || owner;
    return {
      id: `gid://gitlab/Epic/${json.id}`,
      iid: String(json.iid),
      type: 'epic' as const,
      state: stateOf(json.state),
      title: json.title,
      reference: `${groupPath}&${json.iid}`,
      webPath: json.path,
      relationPath: json.relation_path,
      confidential: json.confidential ?? false,
      createdAt: json.created_at,
      closedAt: json.closed_at,
      hasChildren: json.has_children,
      hasIssues: json.has_issues,
      epicIssueId: null,
      relativePosition: null,
      group: { fullPath: groupPath },
      permissions: {
        canAdmin: json.can_admin,
        canAdminRelation: json.can_admin,
        canUpdate: json.can_admin,
        canCreate: json.can_admin,
        canDestroy: false,
      },
    };
  }

  /** An issue as the POST of its reference returns it: without its rights, which follow with the next read. */
  issueLink(json: IssueLinkJson) {
    return {
      id: `gid://gitlab/Issue/${json.id}`,
      iid: (json.reference.match(/[0-9]+$/) ?? [''])[0],
      type: 'issue' as const,
      state: stateOf(json.state),
      title: json.title,
      reference: json.reference,
      webPath: json.path,
      relationPath: json.relation_path,
      confidential: json.confidential ?? false,
      blocked: json.blocked ?? false,
      createdAt: json.created_at,
      closedAt: json.closed_at,
      dueDate: json.due_date,
      weight: json.weight,
      hasChildren: false,
      hasIssues: false,
      epicIssueId: `gid://gitlab/EpicIssue/${json.epic_issue_id}`,
      relativePosition: null,
      projectPath: ownerOf(json.reference),
    };
  }
}

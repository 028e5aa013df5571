import type { EpicRowFragment, IssueRowFragment, WorkItemRowFragment } from './generated/operations.ts';
import type { EpicLinkJson, IssueLinkJson } from './rest.ts';
import type { EpicAnswer, Nodes } from './wire-parts.ts';
import { Pool } from './pool.ts';
import {
  dayOf,
  EMPTY,
  epicPermissions,
  issuePermissions,
  nodesOf,
  ownerOf,
  pathOf,
  rollups,
  shown,
  typeOf,
  widget,
} from './wire-parts.ts';

export { dayOf, nodesOf } from './wire-parts.ts';

/**
 * From the wire to the rows of the tree. The legacy epic API and work items end in one shape here, which is `TreeItem` of
 * core/work-item: this folder imports no domain, so the compiler checks it where the rows are used.
 */

/** An answer of REST does not say when it was changed last. */
type Untimed<T> = Omit<T, 'updatedAt'> & { readonly updatedAt: string | null };

/** One adapter serves one tree; it remembers the people and labels that it has seen. */
export class TreeAdapter {
  readonly #pool = new Pool();

  #kept<T extends { readonly id: string }>(connection: Nodes<T> | undefined): readonly T[] {
    const nodes = nodesOf(connection);
    return nodes.length === 0 ? EMPTY : nodes.map((node) => this.#pool.keep(node));
  }

  #milestone(milestone: IssueRowFragment['milestone']) {
    if (milestone === null) return null;
    const { id, title, startDate, dueDate } = milestone;
    return this.#pool.keep({ id, title, startDate: dayOf(startDate), dueDate: dayOf(dueDate) });
  }

  /** `here`: full path of the group whose epic is looked at. */
  epic(node: EpicRowFragment, here: string) {
    return {
      id: node.id,
      iid: node.iid,
      type: 'epic' as const,
      state: node.state === 'closed' ? ('closed' as const) : ('opened' as const),
      title: node.title ?? '',
      reference: shown(node.reference, here),
      webPath: node.webPath,
      relationPath: node.relationPath,
      confidential: node.confidential ?? false,
      blocked: node.blocked ?? false,
      blockedByCount: node.blockedByCount ?? 0,
      createdAt: node.createdAt ?? '',
      updatedAt: node.updatedAt,
      closedAt: node.closedAt,
      startDate: dayOf(node.startDate),
      dueDate: dayOf(node.dueDate),
      weight: null,
      milestone: null,
      assignees: EMPTY,
      labels: this.#kept(node.labels),
      healthStatus: null,
      ...rollups(node),
      hasChildren: node.hasChildren,
      hasIssues: node.hasIssues,
      epicIssueId: null,
      relativePosition: node.relativePosition,
      group: this.#pool.keep({ id: node.group.id, fullPath: node.group.fullPath }),
      projectPath: null,
      pathIdSeparator: '&' as const,
      permissions: epicPermissions(node.userPermissions),
    };
  }

  issue(node: Untimed<IssueRowFragment>, here: string) {
    const may = node.userPermissions;
    return {
      id: node.id ?? node.epicIssueId,
      iid: node.iid,
      type: typeOf(node.type),
      state: node.state === 'closed' ? ('closed' as const) : ('opened' as const),
      title: node.title,
      reference: shown(node.reference, here),
      webPath: node.webPath,
      relationPath: node.relationPath,
      confidential: node.confidential,
      blocked: node.blocked,
      blockedByCount: node.blockedByCount ?? 0,
      createdAt: node.createdAt,
      updatedAt: node.updatedAt,
      closedAt: node.closedAt,
      startDate: null,
      dueDate: dayOf(node.dueDate),
      weight: node.weight,
      milestone: this.#milestone(node.milestone),
      assignees: this.#kept(node.assignees),
      labels: this.#kept(node.labels),
      healthStatus: node.healthStatus,
      descendantCounts: null,
      descendantWeightSum: null,
      healthCounts: null,
      hasChildren: false,
      hasIssues: false,
      epicIssueId: node.epicIssueId,
      relativePosition: node.relativePosition,
      group: null,
      projectPath: ownerOf(node.reference),
      pathIdSeparator: '#' as const,
      permissions: issuePermissions(may.adminIssue, may.updateIssue),
    };
  }

  /** The epic whose children a query read: all that the query says of it; what a row shows besides comes from its row. */
  parent(epic: EpicAnswer, groupId: string, here: string) {
    return {
      ...this.epic(
        {
          ...epic,
          webPath: `/groups/${here}/-/epics/${epic.iid}`,
          relationPath: null,
          relativePosition: null,
          blocked: false,
          blockedByCount: 0,
          createdAt: null,
          updatedAt: null,
          closedAt: null,
          startDate: null,
          dueDate: null,
          group: { id: groupId, fullPath: here },
          labels: null,
        },
        here,
      ),
    };
  }

  /** `here`: full path of the project whose item is looked at. `position`: place in the parent's list, which the wire gives only by order. */
  workItem(node: WorkItemRowFragment, here: string, position: number | null) {
    const dates = widget(node, 'dueDate');
    return {
      id: node.id,
      iid: node.iid,
      type: typeOf(node.workItemType.name),
      state: node.state === 'CLOSED' ? ('closed' as const) : ('opened' as const),
      title: node.title,
      reference: shown(node.reference, here),
      webPath: pathOf(node.webUrl),
      relationPath: null,
      confidential: node.confidential,
      blocked: false,
      blockedByCount: 0,
      createdAt: node.createdAt,
      updatedAt: node.updatedAt,
      closedAt: node.closedAt,
      startDate: dates?.startDate ?? null,
      dueDate: dates?.dueDate ?? null,
      weight: widget(node, 'weight')?.weight ?? null,
      milestone: this.#milestone(widget(node, 'milestone')?.milestone ?? null),
      assignees: this.#kept(widget(node, 'assignees')?.assignees),
      labels: this.#kept(widget(node, 'labels')?.labels),
      healthStatus: widget(node, 'healthStatus')?.healthStatus ?? null,
      descendantCounts: null,
      descendantWeightSum: null,
      healthCounts: null,
      hasChildren: widget(node, 'hasChildren')?.hasChildren ?? false,
      hasIssues: false,
      epicIssueId: null,
      relativePosition: position,
      group: null,
      projectPath: node.project?.fullPath ?? ownerOf(node.reference),
      pathIdSeparator: '#' as const,
      permissions: {
        canAdmin: node.userPermissions.adminParentLink,
        canAdminRelation: node.userPermissions.adminParentLink,
        canUpdate: node.userPermissions.updateWorkItem,
        canCreate: node.userPermissions.updateWorkItem,
        canDestroy: node.userPermissions.deleteWorkItem,
      },
    };
  }

  /** A child epic as POST of its reference answers it: without its roll-ups, which follow with the next reading. `owner`: the group of the parent, to which short references belong. */
  epicLink(json: EpicLinkJson, here: string, owner = here) {
    const row = this.epic(
      {
        id: `gid://gitlab/Epic/${json.id}`,
        iid: String(json.iid),
        title: json.title,
        state: json.state === 'closed' ? 'closed' : 'opened',
        reference: json.reference.startsWith('&') ? `${owner}${json.reference}` : json.reference,
        webPath: json.path,
        relationPath: json.relation_path,
        relativePosition: null,
        confidential: json.confidential ?? false,
        blocked: false,
        blockedByCount: 0,
        createdAt: json.created_at,
        updatedAt: null,
        closedAt: json.closed_at,
        startDate: null,
        dueDate: null,
        hasChildren: json.has_children,
        hasIssues: json.has_issues,
        group: { id: '', fullPath: ownerOf(json.reference) || owner },
        labels: null,
        userPermissions: {
          adminEpic: json.can_admin,
          createEpic: json.can_admin,
          updateEpic: json.can_admin,
          destroyEpic: false,
        },
        descendantCounts: null,
        descendantWeightSum: null,
        healthStatus: null,
      },
      here,
    );
    return { ...row, descendantCounts: null, descendantWeightSum: null, healthCounts: null };
  }

  /** An issue as POST of its reference answers it. */
  issueLink(json: IssueLinkJson, here: string) {
    return this.issue(
      {
        id: `gid://gitlab/Issue/${json.id}`,
        iid: (json.reference.match(/[0-9]+$/) ?? [''])[0],
        epicIssueId: `gid://gitlab/EpicIssue/${json.epic_issue_id}`,
        title: json.title,
        type: null,
        state: json.state === 'closed' ? 'closed' : 'opened',
        reference: json.reference,
        webPath: json.path,
        relationPath: json.relation_path,
        relativePosition: null,
        confidential: json.confidential,
        blocked: json.blocked ?? false,
        blockedByCount: 0,
        createdAt: json.created_at,
        updatedAt: null,
        closedAt: json.closed_at,
        dueDate: json.due_date,
        weight: json.weight,
        healthStatus: null,
        milestone: null,
        assignees: null,
        labels: null,
        userPermissions: { adminIssue: json.relation_path !== null, updateIssue: json.relation_path !== null },
      },
      here,
    );
  }
}

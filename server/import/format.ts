/**
 * A planning data file, version 1, as `fixtures/planning/kubernetes-enhancements.schema.json` describes it. Ids are stable texts that begin
 * with the name of their entity; dates are civil days, instants end in Z.
 */
export interface PlanningFile {
  schemaVersion: 1;
  dataset: { name: string; snapshotDate: string; sources: unknown[] };
  groups: FileGroup[];
  projects: FileProject[];
  users: FileUser[];
  labels: FileLabel[];
  milestones: FileMilestone[];
  epics: FileEpic[];
  issues: FileIssue[];
  links: FileLink[];
  mergeRequests?: FileMergeRequest[];
  templates?: FileTemplate[];
}

export interface FileGroup {
  id: string;
  path: string;
  fullPath: string;
  name: string;
  parentId: string | null;
  members: { userId: string; roles: string[] }[];
}

export interface FileProject {
  id: string;
  groupId: string;
  path: string;
  fullPath: string;
  name: string;
}

export interface FileUser {
  id: string;
  username: string;
  name: string;
}

export interface FileLabel {
  id: string;
  groupId: string;
  title: string;
  color: string;
}

export interface FileMilestone {
  id: string;
  iid: number;
  groupId: string;
  title: string;
  state: 'active' | 'closed';
  startDate: string | null;
  dueDate: string | null;
}

/** What epics and issues have in common. */
export interface FileItem {
  id: string;
  iid: number;
  title: string;
  /** Absent where the file does not speak of it: then the one that is here stays. */
  description?: string | null;
  state: 'open' | 'closed';
  startDate: string | null;
  dueDate: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  closedAt: string | null;
  confidential: false;
  labelIds: string[];
  assigneeIds: string[];
  approverIds: string[];
  externalRefs: { system: string; key: string; url: string | null }[];
}

export interface FileEpic extends FileItem {
  groupId: string;
  parentId: string | null;
  reviewerIds: string[];
}

export interface FileIssue extends FileItem {
  projectId: string;
  epicId: string | null;
  weight: number | null;
  milestoneId: string | null;
}

export interface FileLink {
  id: string;
  type: 'relates_to' | 'blocks';
  sourceId: string;
  targetId: string;
}

/** Read only in Espalier; the newest pipeline's status, if there is one. */
export interface FileMergeRequest {
  id: string;
  iid: number;
  projectId: string;
  title: string;
  state: 'opened' | 'closed' | 'merged';
  authorId: string | null;
  milestoneId: string | null;
  pipelineStatus: string | null;
  webUrl: string | null;
  itemIds: string[];
  createdAt: string | null;
  mergedAt: string | null;
  closedAt: string | null;
}

/** A description template of a group or project, known again by its place and its name in any case. */
export interface FileTemplate {
  placeId: string;
  name: string;
  content: string;
}

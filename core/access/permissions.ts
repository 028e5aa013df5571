import { can, type AccessSubject, type ItemAccess } from './rules.ts';

/** The permissions of the wire's types, each under the type's own names. `createEpic` speaks of the epic's group. */
export function epicPermissions(subject: AccessSubject) {
  const readEpic = can('readEpic', subject);
  return {
    readEpic,
    readEpicIid: readEpic,
    updateEpic: can('updateEpic', subject),
    adminEpic: can('adminEpic', subject),
    createEpic: can('createEpic', subject),
    destroyEpic: can('destroyEpic', subject),
    createNote: can('createNote', subject),
    awardEmoji: can('awardEmoji', subject),
  };
}

export function issuePermissions(subject: AccessSubject) {
  return {
    readIssue: can('readIssue', subject),
    updateIssue: can('updateIssue', subject),
    adminIssue: can('adminIssue', subject),
    createNote: can('createNote', subject),
  };
}

/** Of items of a project. */
export function workItemPermissions(subject: AccessSubject) {
  return {
    readWorkItem: can('readIssue', subject),
    updateWorkItem: can('updateIssue', subject),
    adminWorkItem: can('adminIssue', subject),
    setWorkItemMetadata: can('adminIssue', subject),
    deleteWorkItem: can('deleteWorkItem', subject),
    adminParentLink: can('adminParentLink', subject),
    createNote: can('createNote', subject),
  };
}

export function groupPermissions(subject: AccessSubject) {
  return { readGroup: can('readGroup', subject), createProjects: can('createProject', subject) };
}

export function projectPermissions(subject: AccessSubject) {
  return { readProject: can('readProject', subject), createIssue: can('createIssue', subject) };
}

/** The flags of a tree row and of the epic page (`ItemPermissions` of core/work-item): EP-18, TR-17. */
export function itemPermissions(subject: AccessSubject & { readonly item: ItemAccess }) {
  const isEpic = subject.item.kind === 'epic';
  return {
    canAdmin: can(isEpic ? 'adminEpic' : 'adminIssue', subject),
    canAdminRelation: can(isEpic ? 'adminEpicRelation' : 'adminIssueRelation', subject),
    canUpdate: can(isEpic ? 'updateEpic' : 'updateIssue', subject),
    canCreate: can(isEpic ? 'createEpic' : 'createIssue', subject),
    canDestroy: can(isEpic ? 'destroyEpic' : 'deleteWorkItem', subject),
  };
}

import { isCivilDate } from '@espalier/core/calendar/rules';
import { checkTrees } from './check-trees.ts';
import type { Fault } from './faults.ts';
import type { FileItem, PlanningFile } from './format.ts';

const LARGEST_INTEGER = 2 ** 31 - 1;

/** What the schema cannot say about a file of the right form: every fault, in the order of the file. */
export function checkContents(file: PlanningFile): Fault[] {
  const check = new Check();
  const ids = {
    groups: check.unique('groups', file.groups, ({ id }) => id, 'id'),
    projects: check.unique('projects', file.projects, ({ id }) => id, 'id'),
    users: check.unique('users', file.users, ({ id }) => id, 'id'),
    labels: check.unique('labels', file.labels, ({ id }) => id, 'id'),
    milestones: check.unique('milestones', file.milestones, ({ id }) => id, 'id'),
    epics: check.unique('epics', file.epics, ({ id }) => id, 'id'),
    issues: check.unique('issues', file.issues, ({ id }) => id, 'id'),
  };
  check.unique('links', file.links, ({ id }) => id, 'id');
  check.unique('users', file.users, ({ username }) => username.toLowerCase(), 'username');
  check.unique('labels', file.labels, ({ groupId, title }) => `${groupId}\n${title}`, 'title');
  check.unique('milestones', file.milestones, ({ groupId, iid }) => `${groupId}\n${String(iid)}`, 'iid');
  check.unique('epics', file.epics, ({ groupId, iid }) => `${groupId}\n${String(iid)}`, 'iid');
  check.unique('issues', file.issues, ({ projectId, iid }) => `${projectId}\n${String(iid)}`, 'iid');
  // One pair of items is linked once, whichever way.
  check.unique('links', file.links, ({ sourceId, targetId }) => [sourceId, targetId].sort().join('\n'), 'targetId');

  checkPaths(file, check);
  file.groups.forEach(({ members }, index) => {
    const path = `groups[${String(index)}].members`;
    check.unique(path, members, ({ userId }) => userId, 'userId');
    members.forEach(({ userId }, place) => {
      check.reference(`${path}[${String(place)}].userId`, userId, ids.users, 'user');
    });
  });
  file.labels.forEach(({ groupId }, index) => {
    check.reference(`labels[${String(index)}].groupId`, groupId, ids.groups, 'group');
  });
  file.milestones.forEach((milestone, index) => {
    const path = `milestones[${String(index)}]`;
    check.reference(`${path}.groupId`, milestone.groupId, ids.groups, 'group');
    check.integer(`${path}.iid`, milestone.iid);
    check.day(`${path}.startDate`, milestone.startDate);
    check.day(`${path}.dueDate`, milestone.dueDate);
  });
  const checkItem = (path: string, item: FileItem, reviewerIds: readonly string[]): void => {
    check.integer(`${path}.iid`, item.iid);
    check.day(`${path}.startDate`, item.startDate);
    check.day(`${path}.dueDate`, item.dueDate);
    check.instant(`${path}.createdAt`, item.createdAt);
    check.instant(`${path}.updatedAt`, item.updatedAt);
    check.instant(`${path}.closedAt`, item.closedAt);
    check.references(`${path}.labelIds`, item.labelIds, ids.labels, 'label');
    check.references(`${path}.assigneeIds`, item.assigneeIds, ids.users, 'user');
    check.references(`${path}.reviewerIds`, reviewerIds, ids.users, 'user');
    check.references(`${path}.approverIds`, item.approverIds, ids.users, 'user');
    check.unique(`${path}.externalRefs`, item.externalRefs, ({ system, key }) => `${system}\n${key}`, 'key');
  };
  file.epics.forEach((epic, index) => {
    const path = `epics[${String(index)}]`;
    check.reference(`${path}.groupId`, epic.groupId, ids.groups, 'group');
    check.reference(`${path}.parentId`, epic.parentId, ids.epics, 'epic');
    checkItem(path, epic, epic.reviewerIds);
  });
  file.issues.forEach((issue, index) => {
    const path = `issues[${String(index)}]`;
    check.reference(`${path}.projectId`, issue.projectId, ids.projects, 'project');
    check.reference(`${path}.epicId`, issue.epicId, ids.epics, 'epic');
    check.reference(`${path}.milestoneId`, issue.milestoneId, ids.milestones, 'milestone');
    check.integer(`${path}.weight`, issue.weight);
    checkItem(path, issue, []);
  });
  const items = new Set([...ids.epics, ...ids.issues]);
  file.links.forEach(({ sourceId, targetId }, index) => {
    const path = `links[${String(index)}]`;
    check.reference(`${path}.sourceId`, sourceId, items, 'epic or issue');
    check.reference(`${path}.targetId`, targetId, items, 'epic or issue');
    if (sourceId === targetId) check.fault(`${path}.targetId`, `${sourceId} is linked to itself`);
  });
  const mergeRequests = file.mergeRequests ?? [];
  check.unique('mergeRequests', mergeRequests, ({ id }) => id, 'id');
  check.unique('mergeRequests', mergeRequests, ({ projectId, iid }) => `${projectId}\n${String(iid)}`, 'iid');
  mergeRequests.forEach((request, index) => {
    const path = `mergeRequests[${String(index)}]`;
    check.reference(`${path}.projectId`, request.projectId, ids.projects, 'project');
    check.reference(`${path}.authorId`, request.authorId, ids.users, 'user');
    check.reference(`${path}.milestoneId`, request.milestoneId, ids.milestones, 'milestone');
    check.references(`${path}.itemIds`, request.itemIds, items, 'epic or issue');
    check.integer(`${path}.iid`, request.iid);
    for (const field of ['createdAt', 'mergedAt', 'closedAt'] as const)
      check.instant(`${path}.${field}`, request[field]);
  });
  check.keepable(file, '');
  return [...check.faults, ...checkTrees(file)];
}

/** A full path is the parent's, a slash and the own path; groups and projects share one set of paths. */
function checkPaths({ groups, projects }: PlanningFile, check: Check): void {
  const pathOf = new Map(groups.map(({ id, fullPath }) => [id, fullPath]));
  const known = new Set(pathOf.keys());
  const taken = new Map<string, string>();
  const whole = (where: string, own: string, path: string, parentId: string | null): void => {
    check.reference(
      where.replace('fullPath', where.startsWith('groups') ? 'parentId' : 'groupId'),
      parentId,
      known,
      'group',
    );
    const above = parentId === null ? undefined : pathOf.get(parentId);
    const right = parentId === null ? path : `${above ?? ''}/${path}`;
    if ((parentId === null || above !== undefined) && own !== right)
      check.fault(where, `is "${own}", and by its parent should be "${right}"`);
    const other = taken.get(own.toLowerCase());
    if (other !== undefined) check.fault(where, `"${own}" is already that of ${other}`);
    else taken.set(own.toLowerCase(), where.replace('.fullPath', ''));
  };
  groups.forEach(({ fullPath, path, parentId }, index) => {
    whole(`groups[${String(index)}].fullPath`, fullPath, path, parentId);
  });
  projects.forEach(({ fullPath, path, groupId }, index) => {
    whole(`projects[${String(index)}].fullPath`, fullPath, path, groupId);
  });
}

class Check {
  readonly faults: Fault[] = [];

  fault(path: string, message: string): void {
    this.faults.push({ path, message });
  }

  /** Names every repetition and the place of the first. Answers the set of keys. */
  unique<T>(list: string, rows: readonly T[], key: (row: T) => string, field: string): Set<string> {
    const first = new Map<string, number>();
    rows.forEach((row, index) => {
      const value = key(row);
      const before = first.get(value);
      if (before === undefined) first.set(value, index);
      else {
        const what = value.split('\n').at(-1) ?? value;
        this.fault(`${list}[${String(index)}].${field}`, `"${what}" is already that of ${list}[${String(before)}]`);
      }
    });
    return new Set(first.keys());
  }

  reference(path: string, id: string | null, known: ReadonlySet<string>, what: string): void {
    if (id !== null && !known.has(id)) this.fault(path, `there is no ${what} "${id}" in the file`);
  }

  references(path: string, ids: readonly string[], known: ReadonlySet<string>, what: string): void {
    ids.forEach((id, index) => {
      this.reference(`${path}[${String(index)}]`, id, known, what);
    });
  }

  day(path: string, day: string | null): void {
    if (day !== null && !isCivilDate(day)) this.fault(path, `"${day}" is no day of the calendar`);
  }

  instant(path: string, instant: string | null): void {
    if (instant === null) return;
    const [day = '', time = ''] = instant.split('T');
    const [hour = 0, minute = 0, second = 0] = time.replace('Z', '').split(':').map(Number);
    if (!isCivilDate(day) || hour > 23 || minute > 59 || second > 59)
      this.fault(path, `"${instant}" is no moment of the calendar`);
  }

  integer(path: string, value: number | null): void {
    if (value !== null && value > LARGEST_INTEGER)
      this.fault(path, `${String(value)} is larger than ${String(LARGEST_INTEGER)}`);
  }

  /** The database can keep neither the character NUL nor half of a surrogate pair. */
  keepable(value: unknown, path: string): void {
    if (typeof value === 'string') {
      if (value.includes('\0')) this.fault(path, 'holds the character NUL');
      if (/\p{Surrogate}/u.test(value)) this.fault(path, 'holds half of a character');
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.keepable(item, `${path}[${String(index)}]`);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) this.keepable(item, path === '' ? key : `${path}.${key}`);
    }
  }
}

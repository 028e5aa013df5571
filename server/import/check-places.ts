import { type Check, Keys } from './check.ts';
import { checkGroupTree } from './check-trees.ts';
import type { FileGroup, FileProject } from './format.ts';
import { type PlanningSource, wholeList } from './planning-source.ts';

/** Users, groups, projects, labels and milestones: their faults; answers their ids. */
export async function checkPlaces(
  source: PlanningSource,
  check: Check,
): Promise<Record<'users' | 'groups' | 'projects' | 'labels' | 'milestones', Keys>> {
  const ids = {
    users: new Keys(),
    groups: new Keys(),
    projects: new Keys(),
    labels: new Keys(),
    milestones: new Keys(),
  };
  const identify = <T extends { id: string }>(list: keyof typeof ids, rows: readonly T[]): readonly T[] => {
    rows.forEach((row, index) => {
      check.keepable(row, `${list}[${String(index)}]`);
      check.unique(ids[list], list, index, row.id, 'id');
    });
    return rows;
  };
  const usernames = new Keys();
  identify('users', await wholeList(source, 'users')).forEach(({ username }, index) => {
    check.unique(usernames, 'users', index, username.toLowerCase(), 'username');
  });
  const groups = await wholeList(source, 'groups');
  const projects = await wholeList(source, 'projects');
  identify('groups', groups);
  identify('projects', projects);
  checkPaths(groups, projects, check);
  groups.forEach(({ members }, index) => checkMembers(`groups[${String(index)}].members`, members, ids.users, check));
  const titles = new Keys();
  identify('labels', await wholeList(source, 'labels')).forEach(({ groupId, title }, index) => {
    check.unique(titles, 'labels', index, `${groupId}\n${title}`, 'title', title);
    check.reference(`labels[${String(index)}].groupId`, groupId, ids.groups, 'group');
  });
  const iids = new Keys();
  identify('milestones', await wholeList(source, 'milestones')).forEach((milestone, index) => {
    const path = `milestones[${String(index)}]`;
    const { groupId, iid } = milestone;
    check.unique(iids, 'milestones', index, `${groupId}\n${String(iid)}`, 'iid', String(iid));
    check.reference(`${path}.groupId`, groupId, ids.groups, 'group');
    check.integer(`${path}.iid`, iid);
    check.day(`${path}.startDate`, milestone.startDate);
    check.day(`${path}.dueDate`, milestone.dueDate);
  });
  checkGroupTree(groups, check.faults);
  return ids;
}

function checkMembers(path: string, members: FileGroup['members'], users: Keys, check: Check): void {
  const seen = new Keys();
  members.forEach(({ userId }, place) => {
    check.unique(seen, path, place, userId, 'userId');
    check.reference(`${path}[${String(place)}].userId`, userId, users, 'user');
  });
}

/** A full path is the parent's, a slash and the own path; groups and projects share one set of paths. */
function checkPaths(groups: readonly FileGroup[], projects: readonly FileProject[], check: Check): void {
  const pathOf = new Map(groups.map(({ id, fullPath }) => [id, fullPath]));
  const taken = new Map<string, string>();
  const whole = (where: string, parentField: string, own: string, path: string, parentId: string | null): void => {
    check.reference(`${where}.${parentField}`, parentId, pathOf, 'group');
    const above = parentId === null ? undefined : pathOf.get(parentId);
    const right = parentId === null ? path : `${above ?? ''}/${path}`;
    if ((parentId === null || above !== undefined) && own !== right)
      check.faults.add(`${where}.fullPath`, `is "${own}", and by its parent should be "${right}"`);
    const other = taken.get(own.toLowerCase());
    if (other !== undefined) check.faults.add(`${where}.fullPath`, `"${own}" is already that of ${other}`);
    else taken.set(own.toLowerCase(), where);
  };
  groups.forEach(({ fullPath, path, parentId }, index) => {
    whole(`groups[${String(index)}]`, 'parentId', fullPath, path, parentId);
  });
  projects.forEach(({ fullPath, path, groupId }, index) => {
    whole(`projects[${String(index)}]`, 'groupId', fullPath, path, groupId);
  });
}

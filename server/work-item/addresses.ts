import type { Named } from '../command/item.ts';

/** The pages of items. Paths without a host. */

export const epicPath = (groupPath: string, iid: number): string => `/groups/${groupPath}/-/epics/${iid}`;

/** AP-05.25: tasks, objectives and key results have the page of work items, incidents an address of their own. */
export function itemPath({ id, iid, type, group_path, project_path }: Named): string {
  if (project_path === null) return epicPath(group_path, iid);
  if (type === 'incident') return `/${project_path}/-/issues/incident/${iid}`;
  const own = type === 'task' || type === 'objective' || type === 'key_result';
  return own ? `/${project_path}/-/work_items/${id}` : `/${project_path}/-/issues/${iid}`;
}

/** The same in SQL, of an item `a` of a project whose full path is `a.p_path`. */
export function issuePathSql(a: string): string {
  return (
    `'/' || ${a}.p_path || CASE WHEN ${a}.type = 'incident' THEN '/-/issues/incident/' || ${a}.iid ` +
    `WHEN ${a}.type IN ('task', 'objective', 'key_result') THEN '/-/work_items/' || ${a}.id ELSE '/-/issues/' || ${a}.iid END`
  );
}

/** Where the links of an item are read and changed. */
export const linksPath = (item: Named): string =>
  item.project_path === null
    ? `${epicPath(item.group_path, item.iid)}/related_epic_links`
    : `/${item.project_path}/-/issues/${item.iid}/links`;

/** Where a to-do is ended. */
export const todoPath = (id: number): string => `/dashboard/todos/${id}`;

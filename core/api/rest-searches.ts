import type { RestRequest } from '../ports/index.ts';
import { segment } from './rest.ts';

/** What the forms look for. Their code comes after the first page, and so does this. */

/**
 * TR-09: existing items of a group and of those below it, by number or by words in their titles, that could be added to its epic `parentIid`.
 * At most five. A GitLab ignores `addable_to`; without a parent everything that is found is offered.
 */
export const referenceCompletion = (
  groupPath: string,
  kind: 'epic' | 'issue',
  asked: { readonly search: string; readonly parentIid?: string },
): RestRequest => ({
  method: 'GET',
  path: `/groups/${groupPath}/-/autocomplete_sources/${kind}s`,
  query: { search: asked.search, ...(asked.parentIid === undefined ? {} : { addable_to: asked.parentIid }) },
});

/** One found item; its reference is short if the requested group owns it. */
export interface CompletionJson {
  readonly iid: number;
  readonly title: string;
  readonly reference: string;
  readonly state?: string;
}

/** TR-10: groups below a group. */
export const descendantGroups = (groupId: number, search: string): RestRequest => ({
  method: 'GET',
  path: `/api/v4/groups/${segment(groupId)}/descendant_groups`,
  query: { ...(search === '' ? {} : { search }), per_page: 100 },
});

/** TR-11: projects in which an issue can be made. */
export const issueProjects = (endpoint: string, search: string): RestRequest => ({
  method: 'GET',
  path: endpoint,
  query: {
    include_subgroups: true,
    order_by: 'last_activity_at',
    with_issues_enabled: true,
    with_shared: false,
    search_namespaces: true,
    ...(search === '' ? {} : { search }),
  },
});

/** TR-11: the current name of a recently used project. */
export const projectDetails = (projectId: number): RestRequest => ({
  method: 'GET',
  path: `/api/v4/projects/${segment(projectId)}`,
});

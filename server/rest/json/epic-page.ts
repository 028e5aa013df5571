import { type AccessSubject, can, itemPermissions, epicPermissions } from '@espalier/core/access';
import { textColorFor } from '@espalier/core/work-item/rules';
import { epicPath, todoPath } from '../../work-item/addresses.ts';
import { epicDates, type EpicFacts, pageLabels } from './items.ts';
import { editedJson, type EditedFacts, type Rendered, sharedJson } from './page-changes.ts';

/**
 * The JSON of an epic's page: its initial data (EP-01). As in GitLab these, and the answer to a change (`page-changes.ts`), are three forms of one epic,
 * `initial` in camel case and the rest in snake case; what they share is built from the same facts.
 */

/** Where an inherited date comes from. */
export interface SourceFacts {
  readonly title: string;
  readonly start_date: string | null;
  readonly due_date: string | null;
}

export interface PageFacts extends EpicFacts, EditedFacts {
  readonly author_id: number;
  readonly lock_version: number;
  readonly group_name: string;
  readonly group_full_name: string;
  /** Null also if the viewer may not see the source. */
  readonly start_source: SourceFacts | null;
  readonly due_source: SourceFacts | null;
  /** Root first. One that the viewer may not see shows only that it exists (EP-11). */
  readonly ancestors: readonly unknown[];
  readonly subscribed: boolean;
  /** The viewer's pending to-do. */
  readonly todo_id: number | null;
}

type EpicSubject = AccessSubject & { readonly item: NonNullable<AccessSubject['item']> };

export const pageDates = (facts: PageFacts) => ({
  ...epicDates(facts),
  start_date_sourcing_milestone_title: facts.start_source?.title ?? null,
  due_date_sourcing_milestone_title: facts.due_source?.title ?? null,
});

const datesOf = (source: SourceFacts | null) =>
  source === null ? null : { start_date: source.start_date, due_date: source.due_date };

export function initialJson(facts: PageFacts, subject: EpicSubject, text: Rendered, iterations: boolean) {
  const group = `/groups/${facts.group_path}`;
  const endpoint = epicPath(facts.group_path, facts.iid);
  return {
    endpoint,
    updateEndpoint: `${endpoint}.json`,
    ...itemPermissions(subject),
    canCreateNote: can('createNote', subject),
    issuableRef: `&${facts.iid}`,
    markdownPreviewPath: `${group}/-/preview_markdown?target_type=Epic`,
    markdownDocsPath: '/-/help/markdown',
    issuableTemplateNamesPath: '',
    lockVersion: facts.lock_version,
    state: facts.state,
    initialTitleHtml: text.title,
    initialTitleText: facts.title,
    initialDescriptionHtml: text.description,
    initialDescriptionText: facts.description ?? '',
    ...editedJson(facts),
    initialTaskStatus: text.taskStatus,
    initialTaskCompletionStatus: text.taskCounts,
    epicLinksEndpoint: `${endpoint}/links`,
    issueLinksEndpoint: `${endpoint}/issues`,
    projectsEndpoint: `/api/v4/groups/${facts.group_id}/projects`,
    epicsWebUrl: `${group}/-/epics`,
    issuesWebUrl: `${group}/-/issues`,
    fullPath: facts.group_path,
    groupId: facts.group_id,
    groupName: facts.group_name,
    confidential: facts.confidential,
    allowSubEpics: true,
    allowIssuableHealthStatus: true,
    allowIterations: iterations,
  };
}

export function metaJson(base: string, facts: PageFacts) {
  const group = `/groups/${facts.group_path}`;
  const endpoint = epicPath(facts.group_path, facts.iid);
  const { author, todo_id } = facts;
  return {
    epic_id: facts.id,
    epic_iid: facts.iid,
    created: facts.created_at,
    author: {
      name: author.name,
      username: `@${author.username}`,
      url: `${base}/${author.username}`,
      src: author.avatar_url,
    },
    ancestors: facts.ancestors,
    todo_exists: todo_id !== null,
    todo_path: `${endpoint}/todos`,
    ...(todo_id !== null && { todo_delete_path: todoPath(todo_id) }),
    lock_version: facts.lock_version,
    state: facts.state,
    scoped_labels: true,
    namespace: facts.group_path,
    labels: pageLabels(facts),
    labels_path: `${group}/-/labels.json?include_ancestor_groups=true&only_group_labels=true`,
    labels_web_url: `${group}/-/labels`,
    toggle_subscription_path: `${endpoint}/toggle_subscription`,
    epics_web_url: `${group}/-/epics`,
    new_epic_web_url: `${group}/-/epics/new`,
    subscribed: facts.subscribed,
    color: facts.color,
    text_color: textColorFor(facts.color),
    ...pageDates(facts),
    start_date_sourcing_milestone_dates: datesOf(facts.start_source),
    due_date_sourcing_milestone_dates: datesOf(facts.due_source),
  };
}

/** The answer to a change made through the epic's page (facts 1.1). */
export function changedJson(base: string, facts: PageFacts, subject: AccessSubject) {
  const may = epicPermissions(subject);
  const notes = `/groups/${facts.group_path}/-`;
  return {
    ...sharedJson(base, facts),
    group_id: facts.group_id,
    group_name: facts.group_name,
    group_full_name: facts.group_full_name,
    group_full_path: facts.group_path,
    ...pageDates(facts),
    end_date: facts.due_date,
    color: facts.color,
    text_color: textColorFor(facts.color),
    current_user: {
      can_create_note: may.createNote,
      can_create_confidential_note: may.adminEpic,
      can_update: may.updateEpic,
    },
    create_note_path: `${notes}/notes?target_id=${facts.id}&target_type=epic`,
    preview_note_path: `${notes}/preview_markdown?target_id=${facts.iid}&target_type=Epic`,
  };
}

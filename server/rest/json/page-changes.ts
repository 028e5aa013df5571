import { type AccessSubject, can } from '@espalier/core/access';
import { itemPath } from '../../work-item/addresses.ts';
import { type EpicFacts, type IssueFacts, pageLabels } from './items.ts';
import { milestoneJson, personJson } from './places.ts';

/** What the page of an item gets of a change that it made, and what it polls for: of epics and of items of projects. */

export const sharedJson = (base: string, facts: (EpicFacts | IssueFacts) & { readonly lock_version: number }) => ({
  id: facts.id,
  iid: facts.iid,
  author_id: facts.author.id,
  title: facts.title,
  description: facts.description ?? '',
  state: facts.state,
  lock_version: facts.lock_version,
  confidential: facts.confidential,
  created_at: facts.created_at,
  updated_at: facts.updated_at,
  closed_at: facts.closed_at,
  web_url: `${base}${itemPath(facts)}`,
  labels: pageLabels(facts),
});

export interface ChangedIssueFacts extends IssueFacts {
  readonly lock_version: number;
}

/** The answer to a change made through the page of an item of a project. `now`: the instant of the request. */
export function changedIssueJson(base: string, now: string, facts: ChangedIssueFacts, subject: AccessSubject) {
  const { type, project_id, milestone, assignees, weight, due_date, discussion_locked } = facts;
  const admin = can('adminIssue', subject);
  return {
    ...sharedJson(base, facts),
    issue_type: type,
    project_id,
    milestone_id: milestone?.id ?? null,
    milestone: milestone === null ? null : milestoneJson(base, now.slice(0, 10), milestone),
    assignees: assignees.map((person) => personJson(base, person)),
    weight,
    due_date,
    discussion_locked,
    current_user: {
      can_create_note: can('createNote', subject),
      can_create_confidential_note: admin,
      can_update: can('updateIssue', subject),
      can_set_issue_metadata: admin,
      can_award_emoji: can('awardEmoji', subject),
    },
    preview_note_path: `/${facts.project_path}/-/preview_markdown?target_id=${facts.iid}&target_type=Issue`,
  };
}

/** Texts as HTML, and the checklist in the description. */
export interface Rendered {
  readonly title: string;
  readonly description: string;
  readonly taskStatus: string;
  readonly taskCounts: { readonly count: number; readonly completed_count: number };
}

/** Who edited the text last, and when; both null: nobody has. */
export interface EditedFacts {
  readonly edited_at: string | null;
  readonly editor: { readonly name: string; readonly username: string } | null;
}

const personPath = (editor: EditedFacts['editor']): string | null => (editor === null ? null : `/${editor.username}`);

/** The same in the data that a page begins with. */
export const editedJson = ({ edited_at: updatedAt, editor }: EditedFacts) =>
  updatedAt === null ? {} : { updatedAt, updatedBy: { name: editor?.name ?? null, path: personPath(editor) } };

export interface ChangesFacts extends EditedFacts {
  readonly title: string;
  readonly description: string | null;
  readonly lock_version: number;
}

/** What an open page polls for (facts 3.4). */
export const realtimeJson = (facts: ChangesFacts, text: Rendered) => ({
  title: text.title,
  title_text: facts.title,
  description: text.description,
  description_text: facts.description ?? '',
  task_status: text.taskStatus,
  task_completion_status: text.taskCounts,
  lock_version: facts.lock_version,
  ...(facts.edited_at !== null && {
    updated_at: facts.edited_at,
    updated_by_name: facts.editor?.name ?? null,
    updated_by_path: personPath(facts.editor),
  }),
});

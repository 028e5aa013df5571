import { personJson, type PersonFacts } from './places.ts';

/** GitLab's JSON of notes and discussions. */

export interface NoteFacts {
  readonly id: number;
  readonly body: string;
  readonly author: PersonFacts;
  readonly created_at: string;
  readonly updated_at: string;
  readonly system: boolean;
  readonly internal: boolean;
  readonly resolved_at: string | null;
  readonly resolved_by: PersonFacts | null;
  readonly work_item_id: number;
  readonly iid: number;
  /** Null: the item is an epic. */
  readonly project_id: number | null;
}

export interface DiscussionFacts {
  readonly id: number;
  /** The oldest first. */
  readonly notes: readonly NoteFacts[];
}

export const noteJson = (base: string, facts: NoteFacts) => ({
  id: facts.id,
  // Whatever somebody wrote can be replied to.
  type: facts.system ? null : 'DiscussionNote',
  body: facts.body,
  attachment: null,
  author: personJson(base, facts.author),
  created_at: facts.created_at,
  updated_at: facts.updated_at,
  system: facts.system,
  noteable_id: facts.work_item_id,
  noteable_type: facts.project_id === null ? 'Epic' : 'Issue',
  ...(facts.project_id !== null && { project_id: facts.project_id }),
  noteable_iid: facts.iid,
  resolvable: !facts.system,
  ...(!facts.system && {
    resolved: facts.resolved_at !== null,
    resolved_by: facts.resolved_by && personJson(base, facts.resolved_by),
    resolved_at: facts.resolved_at,
  }),
  confidential: facts.internal,
  internal: facts.internal,
  commands_changes: {},
});

export const discussionJson = (base: string, { id, notes }: DiscussionFacts) => ({
  id: String(id),
  individual_note: notes.every(({ system }) => system),
  notes: notes.map((note) => noteJson(base, note)),
});

import { PARENT_ERRORS, validateConfidentiality } from '@espalier/core/tree/rules';
import type { Change } from '../command/change.ts';
import type { Item, Owner } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';
import { tellAssigned } from '../note/told.ts';
import { listInWords } from '@espalier/core/work-item/rules';

/** Assigns exactly these people, in this order. Answers the text of the system note, null if nobody came or went. */
export async function changeAssignees(change: Change, item: Item, ids: readonly number[]): Promise<string | null> {
  const { items } = change.store;
  const wanted = [...new Set(ids)];
  const before = item.assignee_ids;
  const come = wanted.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !wanted.includes(id));
  if (come.length === 0 && gone.length === 0) return null;
  const people = new Map((await items.people([...come, ...gone])).map((person) => [person.id, person]));
  if (!come.every((id) => people.get(id)?.active === true)) refuse(422, 'Assignee does not exist');
  await items.assign(item.id, wanted);
  if (come.length > 0) await tellAssigned(change, item.id, come);
  const named = (userIds: readonly number[]): string =>
    listInWords(userIds.map((id) => `@${people.get(id)?.username ?? ''}`));
  return [
    ...(come.length > 0 ? [`assigned to ${named(come)}`] : []),
    ...(gone.length > 0 ? [`unassigned ${named(gone)}`] : []),
  ].join(' and ');
}

/** Milestones and iterations of an item: only those of its project, its group and the groups above exist for it. Answers the note's text. */
export async function changeMilestone({ store }: Change, owner: Owner, id: number | null): Promise<string> {
  if (id === null) return 'removed milestone';
  const milestone = (await store.items.milestone(owner, id)) ?? refuse(422, 'Milestone does not exist');
  return `changed milestone to %"${milestone.title}"`;
}

export async function changeIteration({ store }: Change, owner: Owner, id: number | null): Promise<string> {
  if (id === null) return 'removed iteration';
  const iteration = (await store.items.iteration(owner, id)) ?? refuse(422, 'Iteration does not exist');
  return `changed iteration to **${iteration.title ?? `${iteration.start_date} – ${iteration.due_date}`}**`;
}

/** GitLab's texts for work items. */
const workItemTexts = {
  children:
    'A confidential work item must have only confidential children. Make any child items confidential and try again.',
  parent: 'A non-confidential work item cannot have a confidential parent.',
} as const;

/** Refuses a confidentiality that the parent or the direct children rule out. The hierarchy lock must be held. */
export async function checkConfidentiality({ store }: Change, item: Item, confidential: boolean): Promise<void> {
  const around = await store.tree.around(item.id);
  if (item.type === 'epic') {
    const verdict = validateConfidentiality({ confidential, ...around });
    if (!verdict.ok) refuse(422, verdict.error);
  } else if (confidential) {
    if (around.hasPublicIssues) refuse(422, workItemTexts.children);
  } else if (around.parentConfidential) {
    refuse(422, around.parentType === 'epic' ? PARENT_ERRORS.confidentialIssue : workItemTexts.parent);
  }
}

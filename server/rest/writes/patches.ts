import { WORK_ITEM_TYPES } from '@espalier/core/work-item/rules';
import type { ItemPatch } from '../../work-item/patch.ts';
import type { Fields } from './fields.ts';

/** What can be set on an epic, when creating it and afterwards. */
export function epicFields(fields: Fields) {
  return {
    title: fields.text('title'),
    description: fields.nullableText('description'),
    confidential: fields.flag('confidential'),
    color: fields.text('color'),
    labels: fields.labels(),
    startDateIsFixed: fields.flag('start_date_is_fixed'),
    startDateFixed: fields.day('start_date_fixed'),
    dueDateIsFixed: fields.flag('due_date_is_fixed'),
    dueDateFixed: fields.day('due_date_fixed'),
  } satisfies ItemPatch;
}

export function epicPatch(fields: Fields): ItemPatch {
  const lockVersion = fields.integer('lock_version');
  return withTask({ ...epicFields(fields), stateEvent: fields.stateEvent(), lockVersion }, fields);
}

/** IE-06.10: where a line of a checklist is named, only that line of the text counts. */
export function withTask(patch: ItemPatch, fields: Fields): ItemPatch {
  const task = fields.object('update_task');
  if (task === undefined) return patch;
  const { description: _text, lockVersion: _version, ...others } = patch;
  const [line, source, checked] = [task.integer('line_number'), task.text('line_source'), task.flag('checked')];
  if (line === undefined || source === undefined || checked === undefined) fields.refuse('update_task');
  return { ...others, updateTask: { line, source: source.replace(/\r?\n?$/, ''), checked } };
}

/** GitLab's number of none. */
const noneOr = (id: number | null | undefined) => (id === 0 ? null : id);

/** What can be set on an item of a project, when creating it and afterwards. */
export function issueFields(fields: Fields) {
  const assignee = fields.nullableInteger('assignee_id');
  return {
    title: fields.text('title'),
    description: fields.nullableText('description'),
    confidential: fields.flag('confidential'),
    labels: fields.labels(),
    milestoneId: noneOr(fields.nullableInteger('milestone_id')),
    iterationId: noneOr(fields.nullableInteger('iteration_id')),
    assigneeIds: (fields.ids('assignee_ids') ?? (assignee === undefined ? undefined : [assignee ?? 0]))?.filter(
      (id) => id !== 0,
    ),
    weight: fields.nullableInteger('weight'),
    healthStatus: fields.healthStatus(),
    startDate: fields.day('start_date'),
    dueDate: fields.day('due_date'),
  } satisfies ItemPatch;
}

export function issuePatch(fields: Fields): ItemPatch {
  const type = fields.text('issue_type');
  const patch = {
    ...issueFields(fields),
    type: type === undefined ? undefined : (WORK_ITEM_TYPES.find((one) => one === type) ?? fields.refuse('issue_type')),
    locked: fields.flag('discussion_locked'),
    stateEvent: fields.stateEvent(),
    lockVersion: fields.integer('lock_version'),
  };
  return withTask(patch, fields);
}

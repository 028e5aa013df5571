import { isCivilDate } from '@espalier/core/calendar/rules';
import { lineAt, taskOf, withTask } from '@espalier/core/checklist/rules';
import {
  durationText,
  isHexColor,
  stateAfter,
  typeNoun,
  validateTitle,
  WEIGHT_MAX,
} from '@espalier/core/work-item/rules';
import type { Change } from '../command/change.ts';
import type { EventKind } from '../command/events.ts';
import type { Item, ItemFields } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';
import { checkType } from './convert.ts';
import { tellMentioned } from '../note/told.ts';
import { dayInWords } from '../note/wording.ts';
import { changeLabels } from './labels.ts';
import { DESCRIPTION_MAX, type ItemPatch, staleText, START_AFTER_DUE, type TaskPatch } from './patch.ts';
import { changeAssignees, changeIteration, changeMilestone, checkConfidentiality } from './metadata.ts';

/** What one changed field means for the row, the activity and the subscribers. */
class Edit {
  fields: ItemFields = {};
  readonly change: Change;
  readonly item: Item;
  touched = false;

  constructor(change: Change, item: Item) {
    this.change = change;
    this.item = item;
  }

  record(kind: EventKind, fields: ItemFields, action?: string, body?: string): void {
    this.fields = { ...this.fields, ...fields };
    this.touched = true;
    this.change.events.add(kind, this.item.id);
    const { description: after } = fields;
    const texts = after === undefined ? undefined : { before: this.item.description, after };
    if (action !== undefined && body !== undefined) this.change.note(this.item, action, body, texts);
  }
}

/**
 * Edits an item's own fields: all of them or, refused, none. Rights must have been checked; the hierarchy lock must be held where
 * `concernsHierarchy` says so, and the row must be locked. Answers whether anything changed; values that are already there change nothing.
 */
export async function editItem(change: Change, item: Item, patch: ItemPatch): Promise<boolean> {
  if (patch.lockVersion !== undefined && patch.lockVersion !== item.lock_version) stale(item);
  const edit = new Edit(change, item);
  editText(edit, patch);
  await editConfidentiality(edit, patch);
  await editState(edit, patch);
  if (item.type === 'epic') editEpicFields(edit, patch);
  else await editItemFields(edit, patch);
  if (patch.labels !== undefined) {
    const body = await changeLabels(change, item, patch.labels);
    if (body !== null) edit.record('labels', {}, 'label', body);
  }
  if (!edit.touched) return false;
  const { fields } = edit;
  if (Object.keys(fields).length > 0) await change.store.items.update(item.id, fields);
  if (fields.description !== undefined)
    await tellMentioned(change, item.id, { text: fields.description, before: item.description });
  const after = { ...item, ...fields };
  change.recounted(item.parent_id, item, after);
  if ('start_date_is_fixed' in fields || 'due_date_is_fixed' in fields) change.redate(item.id);
  else if (item.milestone_id !== after.milestone_id && item.parent_type === 'epic') change.redate(item.parent_id);
  change.events.add('tree', item.parent_id);
  change.edited(item.id);
  return true;
}

const stale = ({ type }: Item): never => refuse(409, staleText(type === 'epic' ? 'epic' : 'issue'));

function editText(edit: Edit, patch: ItemPatch): void {
  const { item, change } = edit;
  const byMe = { last_edited_at: change.now, last_edited_by: change.userId };
  if (patch.title !== undefined) {
    const verdict = validateTitle(patch.title);
    if (!verdict.ok) refuse(422, verdict.error);
    if (verdict.title !== item.title) {
      const body = `changed title from **${item.title}** to **${verdict.title}**`;
      edit.record('title', { title: verdict.title, ...byMe }, 'title', body);
    }
  }
  if (patch.description !== undefined) {
    const description = checkedDescription(patch.description);
    if ((description ?? '') !== (item.description ?? '')) {
      edit.record('description', { description, ...byMe }, 'description', 'changed the description');
    }
  }
  if (patch.updateTask !== undefined) editTask(edit, patch.updateTask);
}

const TOLD_MAX = 255;

/** IE-06.10, IE-06.11 */
function editTask(edit: Edit, { line, source, checked }: TaskPatch): void {
  const { item, change } = edit;
  const before = item.description ?? '';
  const description = lineAt(before, line) === source ? withTask(before, line, checked) : null;
  if (description === null) return stale(item);
  if (description === before) return;
  const fields = { description, last_edited_at: change.now, last_edited_by: change.userId };
  const text = taskOf(source)?.text ?? '';
  // A line can be as long as a description.
  const told = text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX - 1)}…` : text;
  const body = `marked the checklist item **${told}** as ${checked ? 'completed' : 'incomplete'}`;
  edit.record('description', fields, 'task', body);
}

/** The description as it is stored; refused where it is too long or holds what no database stores. */
export function checkedDescription(description: string | null): string | null {
  if (description === null) return null;
  if (description.includes('\0')) refuse(422, 'Description is invalid');
  // A character outside the basic plane counts two here: as long as this holds, the exact count needs no look at the text.
  if (description.length > DESCRIPTION_MAX && [...description].length > DESCRIPTION_MAX) {
    refuse(422, `Description is too long (maximum is ${DESCRIPTION_MAX} characters)`);
  }
  return description;
}

async function editConfidentiality(edit: Edit, { confidential }: ItemPatch): Promise<void> {
  const { item, change } = edit;
  if (confidential === undefined || confidential === item.confidential) return;
  await checkConfidentiality(change, item, confidential);
  const noun = typeNoun(item.type);
  const body = confidential ? `made the ${noun} confidential` : `made the ${noun} visible to everyone`;
  edit.record('confidential', { confidential }, confidential ? 'confidential' : 'visible', body);
}

async function editState(edit: Edit, { stateEvent, locked }: ItemPatch): Promise<void> {
  if (stateEvent === undefined) return;
  const { item, change } = edit;
  const state = stateAfter(stateEvent);
  if (state === item.state) return;
  if (state === 'opened' && (locked ?? item.discussion_locked)) refuse(422, LOCKED);
  const word = state === 'closed' ? 'closed' : 'reopened';
  edit.record('state', { state, closed_at: state === 'closed' ? change.now : null }, word, word);
}

/** WI-15.74 */
const LOCKED = 'The discussion is locked. Unlock it to reopen the item.';

function editEpicFields(edit: Edit, patch: ItemPatch): void {
  const { item } = edit;
  if (patch.color !== undefined) {
    if (!isHexColor(patch.color)) refuse(422, 'Color must be a valid color code');
    if (patch.color.toLowerCase() !== item.color.toLowerCase()) {
      edit.record(
        'color',
        { color: patch.color },
        'color',
        `changed color from \`${item.color}\` to \`${patch.color}\``,
      );
    }
  }
  editFixedDate(edit, 'start', patch.startDateIsFixed, patch.startDateFixed);
  editFixedDate(edit, 'due', patch.dueDateIsFixed, patch.dueDateFixed);
}

/** The flag alone decides whether the fixed date counts. A start after the due date is allowed, as GitLab allows it for epics. */
function editFixedDate(edit: Edit, which: 'start' | 'due', isFixed?: boolean, fixed?: string | null): void {
  const { item } = edit;
  const name = which === 'start' ? 'Start date' : 'Due date';
  const before =
    which === 'start'
      ? { isFixed: item.start_date_is_fixed, fixed: item.start_date_fixed }
      : { isFixed: item.due_date_is_fixed, fixed: item.due_date_fixed };
  const after = {
    isFixed: isFixed ?? before.isFixed,
    fixed: checkedDay(name, fixed) ?? (fixed === null ? null : before.fixed),
  };
  if (before.isFixed === after.isFixed && before.fixed === after.fixed) return;
  const words = name.toLowerCase();
  const fields: ItemFields =
    which === 'start'
      ? { start_date_is_fixed: after.isFixed, start_date_fixed: after.fixed }
      : { due_date_is_fixed: after.isFixed, due_date_fixed: after.fixed };
  if (!after.isFixed) edit.record('dates', fields, `${which}_date`, `changed ${words} to the inherited one`);
  else if (after.fixed === null) edit.record('dates', fields, `${which}_date`, `removed the ${words}`);
  else edit.record('dates', fields, `${which}_date`, `changed ${words} to ${dayInWords(after.fixed)}`);
}

async function editItemFields(edit: Edit, patch: ItemPatch): Promise<void> {
  const { item, change } = edit;
  editOwnDates(edit, patch);
  editNumbers(edit, patch);
  await editType(edit, patch);
  editLock(edit, patch);
  if (patch.healthStatus !== undefined && patch.healthStatus !== item.health_status) {
    const body =
      patch.healthStatus === null
        ? `removed health status **${healthWords(item.health_status)}**`
        : `changed health status to **${healthWords(patch.healthStatus)}**`;
    edit.record('healthStatus', { health_status: patch.healthStatus }, 'health_status', body);
  }
  if (patch.milestoneId !== undefined && patch.milestoneId !== item.milestone_id) {
    const body = await changeMilestone(change, item, patch.milestoneId);
    edit.record('milestone', { milestone_id: patch.milestoneId }, 'milestone', body);
  }
  if (patch.iterationId !== undefined && patch.iterationId !== item.iteration_id) {
    const body = await changeIteration(change, item, patch.iterationId);
    edit.record('iteration', { iteration_id: patch.iterationId }, 'iteration', body);
  }
  if (patch.assigneeIds !== undefined) {
    const body = await changeAssignees(change, item, patch.assigneeIds);
    if (body !== null) edit.record('assignees', {}, 'assignee', body);
  }
}

async function editType(edit: Edit, { type }: ItemPatch): Promise<void> {
  const { item, change } = edit;
  if (type === undefined || type === item.type) return;
  await checkType(change, item, type);
  edit.record('type', { type }, 'issue_type', `changed issue type to ${typeNoun(type)}`);
}

function editLock(edit: Edit, { locked }: ItemPatch): void {
  const { item } = edit;
  if (locked === undefined || locked === item.discussion_locked) return;
  const word = locked ? 'locked' : 'unlocked';
  edit.record('locked', { discussion_locked: locked }, word, `${word} the discussion in this ${typeNoun(item.type)}`);
}

function editOwnDates(edit: Edit, patch: ItemPatch): void {
  const { item } = edit;
  const start = patch.startDate === undefined ? item.start_date : checkedDay('Start date', patch.startDate);
  const due = patch.dueDate === undefined ? item.due_date : checkedDay('Due date', patch.dueDate);
  if (start === item.start_date && due === item.due_date) return;
  if (isAfter(start, due)) refuse(422, START_AFTER_DUE);
  const lines = [
    ...(start === item.start_date
      ? []
      : [start === null ? 'removed start date' : `changed start date to ${dayInWords(start)}`]),
    ...(due === item.due_date ? [] : [due === null ? 'removed due date' : `changed due date to ${dayInWords(due)}`]),
  ];
  edit.record('dates', { start_date: start, due_date: due }, 'start_date_or_due_date', lines.join(' and '));
}

function editNumbers(edit: Edit, { weight, progress, timeEstimate }: ItemPatch): void {
  const { item } = edit;
  if (weight !== undefined && weight !== item.weight) {
    if (weight !== null && weight < 0) refuse(422, 'Weight must be greater than or equal to 0');
    if (weight !== null && weight > WEIGHT_MAX) refuse(422, `Weight must be less than or equal to ${WEIGHT_MAX}`);
    const body = weight === null ? 'removed the weight' : `changed weight to **${weight}**`;
    edit.record('weight', { weight }, 'weight', body);
  }
  if (progress !== undefined && progress !== item.progress) {
    if (progress < 0 || progress > 100) refuse(422, 'Progress must be between 0 and 100');
    edit.record('progress', { progress }, 'progress', `changed progress to **${progress}**`);
  }
  if (timeEstimate !== undefined && timeEstimate !== item.time_estimate) {
    const body =
      timeEstimate === 0 ? 'removed time estimate' : `changed time estimate to ${durationText(timeEstimate)}`;
    edit.record('timeTracking', { time_estimate: timeEstimate }, 'time_tracking', body);
  }
}

/** Undefined and null stay null; anything but a day of the calendar is refused. */
export function checkedDay(name: string, day: string | null | undefined): string | null {
  if (day === null || day === undefined) return null;
  if (!isCivilDate(day)) refuse(422, `${name} is invalid`);
  return day;
}

const isAfter = (start: string | null, due: string | null): boolean => start !== null && due !== null && start > due;

const healthTexts = { onTrack: 'on track', needsAttention: 'needs attention', atRisk: 'at risk' } as const;
const healthWords = (health: keyof typeof healthTexts | null): string => (health === null ? '' : healthTexts[health]);

import { inheritedConfidentiality, LINK_ERRORS, noSuchWorkItem } from '@espalier/core/tree/rules';
import { fullReference, validateTitle } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Db, WorkItemTypeName } from '../db/types.ts';
import { attachNew, type Made } from '../epic/create.ts';
import { type Change, changePlan } from '../tree/change.ts';
import { denied, hidden, hiddenText, type Outcome, refuse } from '../tree/command.ts';
import { type Item, loadItems, may } from '../tree/items.ts';
import { isChildType, ParentRules } from '../tree/rules-input.ts';
import { changeAssignees } from './assignees.ts';
import { checkedDay, checkedDescription } from './edit.ts';
import { nextIid } from './iids.ts';
import { changeLabels } from './labels.ts';
import { findProject, mayIn, type Owner } from './owners.ts';
import { type ItemPatch, START_AFTER_DUE, WEIGHT_MAX } from './patch.ts';
import { changeIteration, changeMilestone } from './timeboxes.ts';

export interface CreateItemInput {
  /** Full path or database id of the project. */
  readonly project: string | number;
  readonly type: Exclude<WorkItemTypeName, 'epic'>;
  /** Database id of the parent: an epic of any group, or another work item. */
  readonly parentId?: number | null;
  readonly fields: Pick<
    ItemPatch,
    | 'title'
    | 'description'
    | 'confidential'
    | 'labels'
    | 'milestoneId'
    | 'iterationId'
    | 'assigneeIds'
    | 'weight'
    | 'healthStatus'
    | 'startDate'
    | 'dueDate'
  >;
}

/** Makes an item of a project; with a parent it becomes its first child, and is confidential if the parent is. Guests may set everything while creating. */
export function createItem(db: Db, viewer: Viewer, input: CreateItemInput, now: string): Promise<Outcome<Made>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const project = (await findProject(change.tx, viewer, input.project)) ?? hidden();
    if (!mayIn(viewer, 'createIssue', project)) denied();
    const iid = await nextIid(change.tx, { projectId: project.project_id ?? 0 });
    const parent = input.parentId == null ? null : await parentOf(change, project, input, iid);
    const columns = checkedColumns(input.fields, parent?.confidential ?? false);
    const { id } = await change.tx
      .insertInto('work_items')
      .values({
        ...columns,
        iid,
        type: input.type,
        group_id: project.group_id,
        project_id: project.project_id,
        author_id: change.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = await withMetadata(change, id, input.fields);
    if (parent !== null) await attachNew(change, parent, item);
    change.events.add('created', id);
    return { id, iid, path: project.project_path ?? '' };
  });
}

/** The parent, readable, willing, and allowed by the rules to take the new item. */
async function parentOf(change: Change, project: Owner, input: CreateItemInput, iid: number): Promise<Item> {
  const id = input.parentId ?? 0;
  const parent = (await loadItems(change.tx, change.viewer, [id])).get(id);
  if (parent === undefined) refuse(404, noSuchWorkItem(`gid://gitlab/WorkItem/${id}`));
  if (!may(change.viewer, parent.type === 'epic' ? 'adminEpicRelation' : 'adminParentLink', parent))
    refuse(403, hiddenText);
  const reference = fullReference('issue', project.project_path ?? '', iid);
  const rules = await ParentRules.load(change.tx, parent, []);
  // It takes over the parent's confidentiality, so that this rule never stands in the way.
  const child = { id: 0, type: input.type, confidential: parent.confidential, parent_id: null };
  const fits = parent.type !== 'epic' || isChildType(parent.type, child.type);
  const verdict = fits ? rules.verdict(child) : ({ ok: false, error: LINK_ERRORS.type } as const);
  if (!verdict.ok) refuse(422, `${reference} cannot be added: ${verdict.error}`);
  return parent;
}

function checkedColumns(fields: CreateItemInput['fields'], parentConfidential: boolean) {
  const verdict = validateTitle(fields.title ?? '');
  if (!verdict.ok) refuse(422, verdict.error);
  const start = checkedDay('Start date', fields.startDate);
  const due = checkedDay('Due date', fields.dueDate);
  if (start !== null && due !== null && start > due) refuse(422, START_AFTER_DUE);
  const weight = fields.weight ?? null;
  if (weight !== null && (weight < 0 || weight > WEIGHT_MAX)) refuse(422, `Weight must be between 0 and ${WEIGHT_MAX}`);
  return {
    title: verdict.title,
    description: checkedDescription(fields.description ?? null),
    confidential: inheritedConfidentiality(fields.confidential ?? false, parentConfidential),
    weight,
    health_status: fields.healthStatus ?? null,
    start_date: start,
    due_date: due,
  };
}

/** Sets what must be looked up first, and answers the item as it then is: its milestone counts for the dates of the epic it goes to. */
async function withMetadata(change: Change, id: number, fields: CreateItemInput['fields']): Promise<Item> {
  const load = async (): Promise<Item> => (await loadItems(change.tx, change.viewer, [id])).get(id) ?? hidden();
  const item = await load();
  const { milestoneId, iterationId, assigneeIds, labels } = fields;
  if (milestoneId != null) await changeMilestone(change, item, milestoneId);
  if (iterationId != null) await changeIteration(change, item, iterationId);
  if (milestoneId != null || iterationId != null) {
    await change.tx
      .updateTable('work_items')
      .set({ milestone_id: milestoneId ?? null, iteration_id: iterationId ?? null })
      .where('id', '=', id)
      .execute();
  }
  if (assigneeIds !== undefined) await changeAssignees(change, item, assigneeIds);
  if (labels !== undefined) await changeLabels(change, item, labels);
  return load();
}

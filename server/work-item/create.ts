import { inheritedConfidentiality, LINK_ERRORS, noSuchWorkItem } from '@espalier/core/tree/rules';
import { fullReference, validateTitle, WEIGHT_MAX, type WorkItemType } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, type ItemFields, type Made, may, mayIn, type Owner } from '../command/item.ts';
import { denied, hidden, hiddenText, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { tellMentioned } from '../note/told.ts';
import { attachNew } from '../tree/attach.ts';
import { isChildType, ParentRules } from '../tree/rules-input.ts';
import { checkedDay, checkedDescription } from './edit.ts';
import { changeLabels } from './labels.ts';
import { type ItemPatch, START_AFTER_DUE } from './patch.ts';
import { changeAssignees, changeIteration, changeMilestone } from './metadata.ts';

export interface CreateItemInput {
  /** Full path or database id of the project. */
  readonly project: string | number;
  readonly type: Exclude<WorkItemType, 'epic'>;
  /** Database id of the parent: an epic of any group, or another work item. */
  readonly parentId?: number | null;
  /** A number that no item of the project has had yet; the next one where none is given. */
  readonly iid?: number;
  /** An instant; now where there is none. */
  readonly createdAt?: string;
  /** Only an epic will do as the parent. */
  readonly underEpic?: boolean;
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

/** Of numbers that somebody gives: so many are left for those that follow. */
const IID_MAX = 1_000_000_000;

/** Makes an item of a project; with a parent it becomes its first child, and is confidential if the parent is. Guests may set everything while creating. */
export function createItem(
  store: PlanStore,
  viewer: Viewer,
  input: CreateItemInput,
  now: string,
): Promise<Outcome<Made>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const { items } = change.store;
    const project = (await change.store.project(viewer, input.project)) ?? hidden();
    if (!mayIn(viewer, 'createIssue', project)) denied();
    const next = await items.nextIid(project);
    const { iid = next, createdAt = now } = input;
    if (iid < next) refuse(409, 'Duplicated issue');
    if (input.iid !== undefined && input.iid > IID_MAX) refuse(422, `Iid must be less than or equal to ${IID_MAX}`);
    const parent = input.parentId == null ? null : await parentOf(change, project, input, iid);
    const fields = checkedFields(input.fields, parent?.confidential ?? false);
    const { milestoneId = null, iterationId = null, assigneeIds, labels } = input.fields;
    await changeMilestone(change, project, milestoneId);
    await changeIteration(change, project, iterationId);
    const { group_id, project_id } = project;
    const owned = { iid, type: input.type, group_id, project_id, author_id: change.userId, created_at: createdAt };
    const id = await items.insert({ ...fields, ...owned, milestone_id: milestoneId, iteration_id: iterationId });
    const item = (await items.byId(viewer, [id])).get(id) ?? hidden();
    if (assigneeIds !== undefined) await changeAssignees(change, item, assigneeIds);
    if (labels !== undefined) await changeLabels(change, item, labels);
    if (parent !== null) await attachNew(change, parent, item);
    await tellMentioned(change, id, { text: fields.description });
    change.events.add('created', id);
    return { id, iid, path: project.project_path ?? '' };
  });
}

/** The parent, readable, willing, and allowed by the rules to take the new item. */
async function parentOf(change: Change, project: Owner, input: CreateItemInput, iid: number): Promise<Item> {
  const id = input.parentId ?? 0;
  const parent = (await change.store.items.byId(change.viewer, [id])).get(id);
  if (input.underEpic === true && parent?.type !== 'epic') hidden();
  if (parent === undefined) refuse(404, noSuchWorkItem(`gid://gitlab/WorkItem/${id}`));
  if (!may(change.viewer, parent.type === 'epic' ? 'adminEpicRelation' : 'adminParentLink', parent))
    refuse(403, hiddenText);
  const reference = fullReference('issue', project.project_path ?? '', iid);
  const rules = await ParentRules.load(change.store, parent, []);
  // It takes over the parent's confidentiality, so that this rule never stands in the way.
  const child = { id: 0, type: input.type, confidential: parent.confidential, parent_id: null };
  const fits = parent.type !== 'epic' || isChildType(parent.type, child.type);
  const verdict = fits ? rules.verdict(child) : ({ ok: false, error: LINK_ERRORS.type } as const);
  if (!verdict.ok) refuse(422, `${reference} cannot be added: ${verdict.error}`);
  return parent;
}

function checkedFields(fields: CreateItemInput['fields'], parentConfidential: boolean) {
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
  } satisfies ItemFields;
}

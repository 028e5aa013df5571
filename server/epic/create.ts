import { inheritedConfidentiality } from '@espalier/core/tree/rules';
import { isHexColor, validateTitle } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, type ItemFields, type Made, may, mayIn } from '../command/item.ts';
import { denied, hidden, hiddenText, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { tellMentioned } from '../note/told.ts';
import { attachNew } from '../tree/attach.ts';
import { ParentRules } from '../tree/rules-input.ts';
import { checkedDay, checkedDescription } from '../work-item/edit.ts';
import { changeLabels } from '../work-item/labels.ts';
import type { ItemPatch } from '../work-item/patch.ts';

export interface CreateEpicInput {
  /** Full path or database id of the owning group. */
  readonly group: string | number;
  /** Database id of the parent, an epic of any group. */
  readonly parentId?: number | null;
  /** An instant; now where there is none. */
  readonly createdAt?: string | undefined;
  readonly fields: Pick<
    ItemPatch,
    | 'title'
    | 'description'
    | 'confidential'
    | 'color'
    | 'labels'
    | 'startDateIsFixed'
    | 'startDateFixed'
    | 'dueDateIsFixed'
    | 'dueDateFixed'
  >;
}

/** Makes an epic; with a parent it becomes its first child, and is confidential if the parent is. */
export function createEpic(
  store: PlanStore,
  viewer: Viewer,
  input: CreateEpicInput,
  now: string,
): Promise<Outcome<Made>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const { items } = change.store;
    const group = (await change.store.group(viewer, input.group)) ?? hidden();
    if (!mayIn(viewer, 'createEpic', group)) denied();
    const parent = input.parentId == null ? null : await parentEpic(change, input.parentId);
    const fields = checkedFields(input.fields, parent?.confidential ?? false);
    if (parent !== null) {
      const rules = await ParentRules.load(change.store, parent, []);
      const verdict = rules.verdict({ id: 0, type: 'epic', confidential: fields.confidential, parent_id: null });
      if (!verdict.ok) refuse(422, verdict.error);
    }
    const iid = await items.nextIid(group);
    const { group_id, project_id } = group;
    const owned = {
      iid,
      type: 'epic',
      group_id,
      project_id,
      author_id: change.userId,
      created_at: input.createdAt ?? now,
    } as const;
    const id = await items.insert({ ...fields, ...owned });
    const epic = (await items.byId(viewer, [id])).get(id) ?? hidden();
    if (input.fields.labels !== undefined) await changeLabels(change, epic, input.fields.labels);
    if (parent !== null) await attachNew(change, parent, epic);
    change.redate(id);
    await tellMentioned(change, id, { text: fields.description });
    change.events.add('created', id);
    return { id, iid, path: group.group_path };
  });
}

async function parentEpic({ store, viewer }: Change, id: number): Promise<Item> {
  const parent = (await store.items.byId(viewer, [id])).get(id);
  if (parent?.type !== 'epic') refuse(404, hiddenText);
  if (!may(viewer, 'adminEpicRelation', parent)) denied();
  return parent;
}

function checkedFields(fields: CreateEpicInput['fields'], parentConfidential: boolean) {
  const verdict = validateTitle(fields.title ?? '');
  if (!verdict.ok) refuse(422, verdict.error);
  const color = fields.color ?? undefined;
  if (color !== undefined && !isHexColor(color)) refuse(422, 'Color must be a valid color code');
  const start = checkedDay('Start date', fields.startDateFixed);
  const due = checkedDay('Due date', fields.dueDateFixed);
  const startIsFixed = fields.startDateIsFixed ?? start !== null;
  const dueIsFixed = fields.dueDateIsFixed ?? due !== null;
  return {
    title: verdict.title,
    description: checkedDescription(fields.description ?? null),
    confidential: inheritedConfidentiality(fields.confidential ?? false, parentConfidential),
    ...(color === undefined ? {} : { color }),
    start_date_fixed: start,
    start_date_is_fixed: startIsFixed,
    due_date_fixed: due,
    due_date_is_fixed: dueIsFixed,
  } satisfies ItemFields;
}

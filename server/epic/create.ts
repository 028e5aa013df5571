import { sql } from 'kysely';
import { inheritedConfidentiality } from '@espalier/core/tree/rules';
import { isHexColor, validateTitle } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { attachChildren } from '../tree/attach.ts';
import { type Change, changePlan } from '../tree/change.ts';
import { denied, hidden, hiddenText, type Outcome, refuse } from '../tree/command.ts';
import { type Item, loadItems, may } from '../tree/items.ts';
import { ParentRules } from '../tree/rules-input.ts';
import { checkedDay, checkedDescription } from '../work-item/edit.ts';
import { nextIid } from '../work-item/iids.ts';
import { changeLabels } from '../work-item/labels.ts';
import { findGroup, mayIn } from '../work-item/owners.ts';
import type { ItemPatch } from '../work-item/patch.ts';

export interface CreateEpicInput {
  /** Full path or database id of the owning group. */
  readonly group: string | number;
  /** Database id of the parent, an epic of any group. */
  readonly parentId?: number | null;
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

/** Made: where it is. */
export interface Made {
  readonly id: number;
  readonly iid: number;
  /** Full path of the owning group or project. */
  readonly path: string;
}

/** Makes an epic; with a parent it becomes its first child, and is confidential if the parent is. */
export function createEpic(db: Db, viewer: Viewer, input: CreateEpicInput, now: string): Promise<Outcome<Made>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const group = (await findGroup(change.tx, viewer, input.group)) ?? hidden();
    if (!mayIn(viewer, 'createEpic', group)) denied();
    const parent = input.parentId == null ? null : await parentEpic(change, input.parentId);
    const columns = checkedColumns(input.fields, parent?.confidential ?? false);
    if (parent !== null) {
      const rules = await ParentRules.load(change.tx, parent, []);
      const verdict = rules.verdict({ id: 0, type: 'epic', confidential: columns.confidential, parent_id: null });
      if (!verdict.ok) refuse(422, verdict.error);
    }
    const iid = await nextIid(change.tx, { groupId: group.group_id });
    const { id } = await change.tx
      .insertInto('work_items')
      .values({
        ...columns,
        iid,
        type: 'epic',
        group_id: group.group_id,
        author_id: change.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`INSERT INTO rollups (work_item_id) VALUES (${id})`.execute(change.tx);
    const epic = (await loadItems(change.tx, viewer, [id])).get(id) ?? hidden();
    if (input.fields.labels !== undefined) await changeLabels(change, epic, input.fields.labels);
    if (parent !== null) await attachNew(change, parent, epic);
    change.redate(id);
    change.events.add('created', id);
    return { id, iid, path: group.group_path };
  });
}

/** A new child is not an edited one: its lock version stays 0. */
export async function attachNew(change: Change, parent: Item, child: Item): Promise<void> {
  await attachChildren(change, parent, [child], { at: 'start' });
  change.notEdited(child.id);
}

async function parentEpic(change: Change, id: number): Promise<Item> {
  const parent = (await loadItems(change.tx, change.viewer, [id])).get(id);
  if (parent?.type !== 'epic') refuse(404, hiddenText);
  if (!may(change.viewer, 'adminEpicRelation', parent)) denied();
  return parent;
}

function checkedColumns(fields: CreateEpicInput['fields'], parentConfidential: boolean) {
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
  };
}

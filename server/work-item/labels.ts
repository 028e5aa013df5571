import { sql } from 'kysely';
import { withLabel } from '@espalier/core/work-item/rules';
import { type Change } from '../tree/change.ts';
import { refuse } from '../tree/command.ts';
import { type Item, may } from '../tree/items.ts';
import { labelTitleFault } from './create-label.ts';

/** A change of an item's labels. Titles that do not exist yet are made in the owning group, by those who may. */
export interface LabelsPatch {
  readonly addIds?: readonly number[];
  readonly removeIds?: readonly number[];
  readonly addTitles?: readonly string[];
  readonly removeTitles?: readonly string[];
  /** The whole new set, instead of additions and removals. */
  readonly ids?: readonly number[];
  readonly titles?: readonly string[];
}

interface Label {
  readonly id: number;
  readonly title: string;
}

const newLabelColor = '#6699cc';

/**
 * Applies the patch: of one scope (`scope::value`) the last added label stays. Answers the text of the system note, null if nothing changed.
 * Labels of other groups and projects are unknown here.
 */
export async function changeLabels(change: Change, item: Item, asked: LabelsPatch): Promise<string | null> {
  const patch = trimmed(asked);
  const known = await availableLabels(change, item, patch);
  const before = await labelsOf(change, item.id);
  const byId = (id: number): Label => known.find((label) => label.id === id) ?? refuse(422, 'Label does not exist');
  const byTitle = (title: string): Label | undefined => known.find((label) => label.title === title);

  let after: readonly Label[] = before;
  if (patch.ids !== undefined) after = patch.ids.map(byId).reduce<readonly Label[]>(withLabel, []);
  if (patch.titles !== undefined) {
    after = (await findOrMake(change, item, patch.titles, byTitle)).reduce<readonly Label[]>(withLabel, []);
  }
  const removed = new Set([
    ...(patch.removeIds ?? []),
    ...(patch.removeTitles ?? []).flatMap((title) => byTitle(title)?.id ?? []),
  ]);
  after = after.filter(({ id }) => !removed.has(id));
  const added = [
    ...(patch.addIds ?? []).map(byId),
    ...(await findOrMake(change, item, patch.addTitles ?? [], byTitle)),
  ];
  after = added.reduce<readonly Label[]>(withLabel, after);

  const gone = before.filter(({ id }) => !after.some((label) => label.id === id));
  const come = after.filter(({ id }) => !before.some((label) => label.id === id));
  if (gone.length === 0 && come.length === 0) return null;
  await sql`
    DELETE FROM work_item_labels WHERE work_item_id = ${item.id} AND label_id = ANY(${gone.map(({ id }) => id)}::bigint[])
  `.execute(change.tx);
  await sql`
    INSERT INTO work_item_labels (work_item_id, label_id)
    SELECT ${item.id}::bigint, id FROM unnest(${come.map(({ id }) => id)}::bigint[]) AS id ON CONFLICT DO NOTHING
  `.execute(change.tx);
  return [
    ...(come.length > 0 ? [`added ${come.map(({ title }) => `~"${title}"`).join(' ')} ${noun(come.length)}`] : []),
    ...(gone.length > 0 ? [`removed ${gone.map(({ title }) => `~"${title}"`).join(' ')} ${noun(gone.length)}`] : []),
  ].join(' and ');
}

/** EP-08.43: titles without the blanks at their ends, as labels have them; blank ones are none. */
function trimmed(patch: LabelsPatch): LabelsPatch {
  const trim = (titles: readonly string[]) => titles.map((title) => title.trim()).filter((title) => title !== '');
  const { titles, addTitles, removeTitles } = patch;
  return {
    ...patch,
    ...(titles !== undefined && { titles: trim(titles) }),
    ...(addTitles !== undefined && { addTitles: trim(addTitles) }),
    ...(removeTitles !== undefined && { removeTitles: trim(removeTitles) }),
  };
}

const noun = (count: number): string => (count === 1 ? 'label' : 'labels');

async function labelsOf(change: Change, itemId: number): Promise<Label[]> {
  const { rows } = await sql<Label>`
    SELECT l.id, l.title FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
    WHERE wl.work_item_id = ${itemId} ORDER BY l.title, l.id
  `.execute(change.tx);
  return rows;
}

/** The labels that the patch names, of the item's project, its group and the groups above; nearest first where titles are equal. */
async function availableLabels(change: Change, item: Item, patch: LabelsPatch): Promise<Label[]> {
  const ids = [patch.ids, patch.addIds, patch.removeIds].flatMap((list) => list ?? []);
  const titles = [patch.titles, patch.addTitles, patch.removeTitles].flatMap((list) => list ?? []);
  const { rows } = await sql<Label>`
    SELECT l.id, l.title FROM labels l
    WHERE (l.group_id = ANY(${item.traversal_ids}::bigint[]) OR l.project_id = ${item.project_id}::bigint)
      AND (l.id = ANY(${ids}::bigint[]) OR l.title = ANY(${titles}::text[]))
    ORDER BY l.project_id NULLS LAST, array_position(${item.traversal_ids}::bigint[], l.group_id) DESC NULLS LAST
  `.execute(change.tx);
  return rows;
}

async function findOrMake(
  change: Change,
  item: Item,
  titles: readonly string[],
  byTitle: (title: string) => Label | undefined,
): Promise<Label[]> {
  const labels: Label[] = [];
  const made = new Map<string, Label>();
  for (const title of titles) {
    const label = byTitle(title) ?? made.get(title) ?? (await makeLabel(change, item, title));
    made.set(title, label);
    labels.push(label);
  }
  return labels;
}

async function makeLabel(change: Change, item: Item, title: string): Promise<Label> {
  if (!may(change.viewer, 'adminLabel', item)) refuse(422, 'Label does not exist');
  const fault = labelTitleFault(title);
  if (fault !== null) refuse(422, fault);
  const owner = item.project_id === null ? sql`${item.group_id}::bigint, NULL` : sql`NULL, ${item.project_id}::bigint`;
  const index =
    item.project_id === null
      ? sql`(group_id, title) WHERE group_id IS NOT NULL`
      : sql`(project_id, title) WHERE project_id IS NOT NULL`;
  // Somebody else may make the same label at this moment: then it is theirs that counts.
  const { rows } = await sql<Label>`
    INSERT INTO labels (group_id, project_id, title, color, created_at, updated_at)
    VALUES (${owner}, ${title}, ${newLabelColor}, ${change.now}::timestamptz, ${change.now}::timestamptz)
    ON CONFLICT ${index} DO UPDATE SET title = excluded.title
    RETURNING id, title
  `.execute(change.tx);
  return rows[0] ?? refuse(422, 'Label does not exist');
}

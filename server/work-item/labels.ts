import { withLabel } from '@espalier/core/work-item/rules';
import type { Change } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';
import type { Label, NamedLabels } from '../command/label-store.ts';
import { labelTitleFault } from '../label/change.ts';

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

const newLabelColor = '#6699cc';

/**
 * Applies the patch: of one scope (`scope::value`) the last added label stays. Answers the text of the system note, null if nothing changed.
 * Labels of other groups and projects are unknown here.
 */
export async function changeLabels(change: Change, item: Item, asked: LabelsPatch): Promise<string | null> {
  const patch = trimmed(asked);
  const { labels } = change.store;
  const { held: before, offered: known } = await labels.around(item, namedBy(patch));
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
  await labels.change(item.id, { add: come.map(({ id }) => id), remove: gone.map(({ id }) => id) });
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

/** The labels that a patch names. */
const namedBy = (patch: LabelsPatch): NamedLabels => ({
  ids: [patch.ids, patch.addIds, patch.removeIds].flatMap((list) => list ?? []),
  titles: [patch.titles, patch.addTitles, patch.removeTitles].flatMap((list) => list ?? []),
});

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
  return change.store.labels.findOrInsert(item, { title, description: null, color: newLabelColor }, change.now);
}

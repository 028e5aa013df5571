import { listInWords } from '@espalier/core/work-item/rules';
import { referencedItems } from '../command/change.ts';
import type { Item } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';
import type { Label } from '../command/label-store.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { Viewer } from '../access/viewer.ts';

/** What the names in commands refer to, as far as the viewer may see it. */

/** What a command is carried out with. */
export interface ActionCall {
  readonly store: PlanStore;
  readonly viewer: Viewer;
  /** As it is before this command. */
  readonly item: Item;
  readonly now: string;
  /** `https://host:port` of this server. */
  readonly origin: string;
}

/** People by their usernames, `me` being the viewer; unknown and blocked ones are refused in GitLab's words. */
export async function peopleNamed(
  { store, viewer }: ActionCall,
  usernames: readonly string[],
): Promise<readonly { readonly id: number; readonly username: string }[]> {
  const wanted = usernames.map((name) => (name.toLowerCase() === 'me' ? (viewer.username ?? '') : name).toLowerCase());
  const people = (await store.items.peopleNamed(wanted)).filter(({ active }) => active);
  const found = wanted.map((name) => people.find(({ username }) => username.toLowerCase() === name));
  const missing = usernames.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) refuse(422, `Failed to find users for ${listInWords(missing.map((name) => `'@${name}'`))}`);
  return [...new Set(found.flatMap((person) => person ?? []))];
}

/** Labels by their titles, the nearest of each, and the titles that are none. None is made here. */
export async function labelsTitled({ store, item }: ActionCall, titles: readonly string[]) {
  const { held, offered } = await store.labels.around(item, { ids: [], titles });
  const found: Label[] = [];
  const missing: string[] = [];
  for (const title of new Set(titles)) {
    const label = [...held, ...offered].find((each) => each.title === title);
    if (label === undefined) missing.push(title);
    else found.push(label);
  }
  return { found, missing };
}

/** What references mean from the item; undefined: nothing that the viewer may see. */
export async function itemsReferred(
  { store, viewer, item, origin }: ActionCall,
  references: readonly string[],
  kind: 'epic' | 'issue',
): Promise<readonly (Item | undefined)[]> {
  const project = item.project_path === null ? {} : { projectPath: item.project_path };
  const context = { kind, groupPath: item.group_path, ...project, origin };
  const { words, found } = await referencedItems({ store, viewer }, references, context);
  return words.map((_, index) => found.get(index));
}

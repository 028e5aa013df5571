import type { RootState, Stamped } from '@espalier/core';
import type { ItemPlace } from '@espalier/core/work-item';
import type { SessionLog } from './planner-client.ts';
import { overPage } from '@espalier/core';
import { epicActions, epicEdits } from '@espalier/core/epic';
import { entries, size } from '@espalier/core/table';

/** What is done in one place changes nothing of what the other one has for itself, as texts of what is wrong. */

const treeOf = ({ tree, overTree }: RootState, place: ItemPlace): RootState['tree'] =>
  place === 'page' ? tree : overTree;

/** What one setting says for both trees, what an item takes with it wherever it was shown, and what a reference means wherever it was typed. */
const SHARED: Readonly<Record<string, readonly (keyof RootState['tree'])[]>> = {
  'tree/labelsToggled': ['labelsShown'],
  'tree/removeConfirmed/committed': ['expansion'],
  'tree/references/received': ['form'],
  'tree/references/failed': ['form'],
};

interface Asked {
  readonly place?: 'over';
  readonly subjectId?: string;
  /** Of an epic. */
  readonly groupPath?: string;
  readonly iid?: string;
}

interface Said {
  readonly params?: Asked | null;
  readonly subjectId?: string;
  readonly asked?: Asked;
}

/** The place where something was done, or for which it was asked; `made`: by the mutation. */
function placeOf({ type, meta, payload }: Stamped, made: ReadonlyMap<string, ItemPlace>): ItemPlace | null {
  if (meta.resolves !== undefined) return made.get(meta.resolves.id) ?? null;
  const { params } = (payload ?? {}) as Said;
  // The links of an item are read for both.
  if (params != null) return type.startsWith('tree/') ? (params.place ?? 'page') : null;
  return meta.place ?? 'page';
}

const OPENS: Readonly<Record<string, ItemPlace>> = {
  'workItem/overOpened': 'over',
  'workItem/overClosed': 'over',
  'workItem/overRetried': 'over',
  'workItem/pageOpened': 'page',
  'workItem/pageClosed': 'page',
  'workItem/pageRetried': 'page',
};

/** The state of the place where nothing was done. */
function strayFaults(action: Stamped, place: ItemPlace, before: RootState, after: RootState): string[] {
  const other = place === 'page' ? 'over' : 'page';
  const found: string[] = [];
  const note = (what: string, is: boolean): void => {
    if (is) found.push(`${action.type} in the ${place} changes ${what} of the ${other}`);
  };
  const [tree, then] = [treeOf(before, other), treeOf(after, other)];
  if (tree !== then) {
    const shared = SHARED[action.type] ?? [];
    for (const name of Object.keys({ ...tree, ...then }) as (keyof RootState['tree'])[])
      note(`${name} of the tree`, tree[name] !== then[name] && !shared.includes(name));
  }
  // What is said of the links of an item is said wherever they stand.
  const { subjectId, asked = null } = (action.payload ?? {}) as Said;
  const isOne = [subjectId, asked?.subjectId, before.link[place].subject?.id].includes(before.link[other].subject?.id);
  note('the linked items', before.link[other] !== after.link[other] && !isOne);
  note('the item', OPENS[action.type] !== undefined && before.workItem[other] !== after.workItem[other]);
  return found;
}

/** What both say of the sidebar: which labels there are since one was made. */
const SHARED_ASIDE: Readonly<Record<string, readonly string[]>> = {
  'sidebar/newLabelSubmitted/committed': ['picker'],
};

/** Whether an action is about the epic of a place: it was done there, or answers what was asked of that epic. */
function concernsEpic({ type, meta, payload }: Stamped, of: Where, { page }: RootState['epic']): boolean {
  if (type === 'workItem/overOpened') return of.place === 'over';
  const { params, asked } = (payload ?? {}) as Said;
  const said = params ?? asked;
  if (said?.iid !== undefined) return said.iid === page.iid && said.groupPath === page.groupPath;
  if (meta.resolves !== undefined) return of.made.get(meta.resolves.id) === of.place;
  return (params?.place ?? meta.place ?? 'page') === of.place;
}

interface Where {
  readonly place: ItemPlace;
  readonly made: ReadonlyMap<string, ItemPlace>;
}

/** The page of an epic and its sidebar, in the place that an action does not concern. */
function strayEpicFaults(action: Stamped, of: Where, before: RootState, after: RootState): string[] {
  const shared = SHARED_ASIDE[action.type] ?? [];
  return (['epic', 'sidebar'] as const).flatMap((part) => {
    const [was, is]: [object, object] = [before[part] ?? {}, after[part] ?? {}];
    if (was === is || concernsEpic(action, of, before.epic)) return [];
    const [old, now] = [was, is] as Readonly<Record<string, unknown>>[];
    const names = Object.keys({ ...was, ...is }).filter(
      (name) => old?.[name] !== now?.[name] && !shared.includes(name),
    );
    return names.map((name) => `${action.type} changes ${name} of the ${part} of the ${of.place}`);
  });
}

/** The edits of an epic that say of which one it is by where they are made. */
const EPIC_EDITS: ReadonlySet<string> = new Set([
  epicActions.epicStateToggled.type,
  epicActions.epicDeletionConfirmed.type,
  ...Object.values(epicEdits).map(({ type }) => type),
]);

/** An edit that does not name its epic is of the one in its place. */
function subjectFaults({ type, meta, payload }: Stamped, before: RootState, after: RootState): string[] {
  const made = EPIC_EDITS.has(type) ? after.pending.find(({ id }) => id === meta.id) : undefined;
  if (made === undefined || (payload as { readonly id?: string } | undefined)?.id !== undefined) return [];
  const shown = (meta.place === 'over' ? overPage(before) : before).epic.page.id;
  const { id } = made.payload as { readonly id: string };
  return id === shown ? [] : [`${type} in the ${meta.place ?? 'page'} of ${shown} is about ${id}`];
}

/** Titles that are typed are each item's own, wherever it stands. */
function typedFaults({ type, payload }: Stamped, before: RootState, after: RootState): string[] {
  const { id } = (payload ?? {}) as { readonly id?: string };
  const [was, is] = [before.itemFields.titles, after.itemFields.titles];
  if (was === is || id === undefined) return [];
  const strays = Object.keys({ ...was, ...is }).filter((each) => each !== id && was[each] !== is[each]);
  return strays.map((each) => `${type} of ${id} changes the title that is typed of ${each}`);
}

/** The children are kept of those parents that some tree shows, or has shown. */
function keptFaults({ confirmed, tree, overTree }: RootState): string[] {
  const shown = [tree, overTree].flatMap(({ root, expansion }) => [
    root?.id,
    ...[...entries(expansion)].map(([id]) => id),
  ]);
  return [...entries(confirmed.orders)].flatMap(([id]) =>
    shown.includes(id) ? [] : [`the children of ${id} are kept, and no tree shows them`],
  );
}

/** Follows a session in which something stood over its page. */
export function overFaults({ actions, before, end }: SessionLog): string[] {
  if (!actions.some(({ type, meta }) => type === 'workItem/overOpened' || meta.place === 'over')) return [];
  const made = new Map<string, ItemPlace>();
  const found: string[] = [];
  for (const [index, action] of actions.entries()) {
    const [from, to] = [before[index], before[index + 1] ?? end];
    if (from === undefined) continue;
    const { type, meta } = action;
    if (type.startsWith('itemFields/')) found.push(...typedFaults(action, from, to));
    if (type === 'tree/opened' || type === 'tree/closed') found.push(...keptFaults(to));
    const isOfPlaces = /^(tree|link)\//.test(type) || OPENS[type] !== undefined;
    const place = isOfPlaces ? (OPENS[type] ?? placeOf(action, made)) : (meta.place ?? 'page');
    if (meta.id !== undefined && place !== null) made.set(meta.id, place);
    if (isOfPlaces && place !== null) found.push(...strayFaults(action, place, from, to));
    found.push(
      ...subjectFaults(action, from, to),
      ...strayEpicFaults(action, { place: 'page', made }, from, to),
      ...strayEpicFaults(action, { place: 'over', made }, overPage(from), overPage(to)),
    );
  }
  return found;
}

/** Once nothing is shown any more but the rows of lists, no other record is left, and nothing over the page. */
export function leftFaults({ confirmed, epicList, issueList, ...state }: RootState): string[] {
  const listed = new Set([...epicList.ids, ...issueList.ids]);
  const left = [...entries(confirmed.items)].flatMap(([id]) => (listed.has(id) ? [] : [id]));
  const places = (['orders', 'parents', 'links'] as const).filter((table) => size(confirmed[table]) > 0);
  const { overEpic, overSidebar, overTree, workItem } = state;
  const over = [overEpic.page.iid, overSidebar?.id ?? null, overTree.root?.id ?? null, workItem.over.route?.number];
  return [...left, ...places, ...over.flatMap((what) => what ?? [])].map((what) => `${what} is left behind`);
}

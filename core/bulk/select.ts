import type { Action } from '../store/action.ts';
import type { GlobalId, Label, Person } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import { createSelector, lruMemoize } from 'reselect';
import { recordsOf, sameData } from '../entities/index.ts';
import { type RefusedEdit, selectVisible } from '../mutation/index.ts';
import { type QueryRoot, selectQuery } from '../query/index.ts';
import { shownItem } from '../work-item/shown.ts';
import { BULK_FIELDS, editOf, hasField, mayChange, placeOf, type EditRoot } from './fields.ts';
import { bulkReads, type BulkChange, type BulkField, type BulkRoot } from './slice.ts';

export type Root = EditRoot & BulkRoot;

const itemsOf = (root: Root): readonly WorkItem[] => recordsOf(selectVisible(root).items, root.bulk.ids);

export const MAY_NOT = 'you may not change it';

/** The edits that a change is for what is selected, and the items that are refused without asking. */
export function plan(root: Root, change: BulkChange) {
  const tables = selectVisible(root);
  const edits: Action[] = [];
  const refused: RefusedEdit[] = [];
  // mutant: bulk-leaves-the-first
  for (const item of itemsOf(root)) {
    if (!hasField(item, change.field)) continue;
    if (!mayChange(root, item, change.field)) refused.push({ asked: { id: item.id }, words: MAY_NOT });
    else
      edits.push(
        ...[editOf(shownItem(tables, item) as Parameters<typeof editOf>[0], change)].filter((edit) => edit !== null),
      );
  }
  return { edits, refused };
}

export interface BulkBar {
  readonly count: number;
  /** What can be changed of at least one of them. */
  readonly fields: readonly BulkField[];
  /** How many edits wait for their answers. */
  readonly saving: number;
}

const LOOKED_AT = ['confirmed', 'pending', 'bulk', 'access', 'epic'] as const satisfies readonly (keyof Root)[];

/** WI-15.21: the bar below the rows; null where nothing is selected. It asks the rights to every field of every item: not again while nothing that it looks at has changed. */
export const selectBulkBar = createSelector(
  [(root: Root) => root],
  (root): BulkBar | null => {
    const items = itemsOf(root);
    if (root.bulk.ids.length === 0) return null;
    return {
      count: root.bulk.ids.length,
      fields: BULK_FIELDS.filter((field) =>
        items.some((item) => hasField(item, field) && mayChange(root, item, field)),
      ),
      saving: root.pending.filter(({ together }) => together !== undefined).length,
    };
  },
  {
    memoize: lruMemoize,
    memoizeOptions: { resultEqualityCheck: sameData },
    argsMemoize: lruMemoize,
    argsMemoizeOptions: { equalityCheck: (a: Root, b: Root) => LOOKED_AT.every((part) => a[part] === b[part]) },
  },
);

/** How many of the selected items have it: all, some or none. */
export type Share = 'all' | 'some' | 'none';

const shareOf = (count: number, all: number): Share => (count === 0 ? 'none' : count === all ? 'all' : 'some');

/** Where labels, people and milestones are looked for; null: nothing is in one place. */
export const selectOptionPlace = (root: Root) => placeOf(itemsOf(root));

/** The list of a field that is open. */
export const selectBulkOptions = createSelector(
  [
    ({ bulk }: Root & QueryRoot) => bulk.asked,
    ({ bulk }: Root & QueryRoot) => bulk.options,
    (root: Root & QueryRoot) => selectVisible(root),
    ({ bulk }: Root & QueryRoot) => bulk.ids,
    (root: Root & QueryRoot) => selectQuery(root, bulkReads.options, root.bulk.asked),
  ],
  (asked, ids, tables, selected, { status, error }) => {
    if (asked === null) return null;
    const items = recordsOf(tables.items, selected).filter((item) => hasField(item, asked.field));
    const has = (fact: 'labels' | 'assignees', id: GlobalId): Share =>
      shareOf(items.filter((item) => item[fact]?.includes(id) === true).length, items.length);
    const own = (fact: 'labels' | 'assignees') =>
      asked.search === '' ? [...new Set(items.flatMap((item) => item[fact] ?? []))] : [];
    const all = (fact: 'labels' | 'assignees') => [...new Set([...own(fact), ...ids])];
    const labels =
      asked.field === 'labels'
        ? withShare<Label>(recordsOf(tables.labels, all('labels')), (id) => has('labels', id))
        : [];
    const people =
      asked.field === 'assignees'
        ? withShare<Person>(recordsOf(tables.users, all('assignees')), (id) => has('assignees', id))
        : [];
    return {
      asked,
      loading: status === 'loading',
      error,
      labels,
      people,
      milestones: asked.field === 'milestone' ? recordsOf(tables.milestones, ids) : [],
      /** Labels or people, as the list shows them. */
      things: [
        ...labels.map(({ thing, share }) => ({
          id: thing.id,
          label: thing.title,
          hint: '',
          color: thing.color as string | undefined,
          share,
        })),
        ...people.map(({ thing, share }) => ({
          id: thing.id,
          label: thing.name,
          hint: `@${thing.username}`,
          color: undefined,
          share,
        })),
      ],
    };
  },
);

const withShare = <T extends { readonly id: GlobalId }>(things: readonly T[], share: (id: GlobalId) => Share) =>
  things.map((thing) => ({ thing, share: share(thing.id) }));

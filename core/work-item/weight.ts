import type { WorkItemEditMutation } from '../api/generated/operations.ts';
import type { GlobalId, WorkItemType } from './types.ts';
import type { ItemStateRoot } from './state.ts';
import { WorkItemEditOperation } from '../api/generated/operations.ts';
import { workItemId } from '../api/wire-parts.ts';
import { recordKeys } from '../entities/index.ts';
import { define, gone, graphql, isPending, later, mutation, selectVisible, type Draft } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { withFacts, type ItemRecords } from './entity.ts';
import { itemAnswer, type PageItem } from './page-data.ts';
import { firstError, itemUpdateError } from './rules.ts';
import { itemAlert } from './state.ts';

/** The weight of the page's item, edited in place (WI-07). */

interface WeightChange {
  readonly id: GlobalId;
  /** Null: it has none any more. */
  readonly weight: number | null;
}

interface AskedWeight extends WeightChange {
  readonly type: WorkItemType;
}

type Facts = Pick<PageItem, 'weight'>;

export const itemWeightActions = {
  weightChanged: mutation<AskedWeight, Facts, WeightChange>('workItem/weightChanged'),
};
const { weightChanged } = itemWeightActions;

const shown = (root: ItemStateRoot): PageItem | undefined =>
  get(selectVisible(root).items, root.workItem.id ?? '') as PageItem | undefined;

/** WI-07.3: whether this viewer may change the weight of the page's item. */
export const selectMayChangeWeight = (root: ItemStateRoot): boolean =>
  root.access.session.user !== null && shown(root)?.permissions.canSetMetadata === true;

/** WI-07.2: a change is on its way. */
export const selectSavingWeight = (root: ItemStateRoot): boolean =>
  isPending(root, weightChanged, ({ id }) => id === root.workItem.id);

type Updated = NonNullable<WorkItemEditMutation['workItemUpdate']>;

const weight = define(weightChanged, {
  scope: ({ id }) => `${id} weight`,
  accept(root: ItemStateRoot, { id, weight: wanted }: WeightChange) {
    const item = shown(root);
    const isChange = item?.id === id && item.weight !== wanted;
    return isChange && selectMayChangeWeight(root) ? { id, weight: wanted, type: item.type } : null;
  },
  invalidates: ({ id }) => recordKeys(id, ['weight']),
  apply: (draft: Draft<ItemRecords>, { id, weight: wanted }) => withFacts(draft, id, { weight: wanted }),
  request: (_, { id, weight: wanted }) =>
    graphql(WorkItemEditOperation, { input: { id: workItemId(id), weightWidget: { weight: wanted } } }),
  decode: ({ workItem }: Updated) => workItem && { weight: itemAnswer(workItem).item.weight },
  commit: (draft: Draft<ItemRecords>, facts, { id }) => withFacts(draft, id, facts),
  error: ({ type }, { messages }) => itemAlert(itemUpdateError(type), firstError(messages)),
  undo: {
    plan(before: ItemStateRoot, { id, weight: made }) {
      const item = shown(before);
      if (item?.id !== id) return null;
      const name = `changed the weight of ${item.reference} “${item.title}”`;
      return { name, undoData: { id, weight: item.weight, made } };
    },
    obstacle(now: ItemStateRoot, { id, made }: WeightChange & { readonly made: number | null }) {
      const item = shown(now);
      if (item?.id !== id) return later('the item is still being read');
      if (!selectMayChangeWeight(now)) return gone('you may not change it any more');
      return item.weight === made ? null : gone('it was changed meanwhile');
    },
    inverse: (_, { id, weight: former }) => weightChanged({ id, weight: former }),
  },
});

export const itemWeightMutations = [weight] as const;

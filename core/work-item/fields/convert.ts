import type { Ports } from '../../ports/index.ts';
import type { GlobalId, WorkItemType } from '../types.ts';
import type { WorkItem, ItemRecords, WidgetName } from '../entity.ts';
import { type SagaGenerator, call, select } from 'typed-redux-saga';
import { WorkItemConvertOperation, WorkItemTypesOperation } from '../../api/generated/operations.ts';
import { nodesOf, workItemId } from '../../api/wire-parts.ts';
import { type Assist, graphql, selectVisible } from '../../mutation/index.ts';
import { abortable, wireFault } from '../../store/effects.ts';
import { get, type Table } from '../../table/index.ts';
import { recordsOf } from '../../entities/index.ts';
import { widgetsOfType } from '../page-data.ts';
import { hasOwnPage, offeredTypes, TYPE_NAMES, typeFault } from '../rules.ts';
import { workItemsMvc } from '../select.ts';
import { type ItemRef, itemEdits } from './actions.ts';
import { fieldsItem, itemEdit, mayEdit, parentOf, type FieldsRoot } from './edit.ts';

/** The type of an item (WI-13), which is a field like the others but for its request, and for what it brings and hides. */

/** What an item tells in each of its parts. */
const WIDGET_FACTS: Readonly<Record<WidgetName, readonly (keyof WorkItem)[]>> = {
  assignees: ['assignees'],
  dates: ['startDate', 'dueDate'],
  health: ['healthStatus'],
  hierarchy: ['parentId', 'hasChildren'],
  iteration: ['iteration'],
  labels: ['labels'],
  milestone: ['milestone'],
  progress: ['progress'],
  weight: ['weight'],
};

/** The parts of the first type that the second one does not have. */
export function widgetsLost(from: WorkItemType, to: WorkItemType): readonly WidgetName[] {
  const kept = widgetsOfType(to);
  return widgetsOfType(from).filter((name) => !kept.includes(name));
}

/** WI-13.10: the types that this viewer may give the item. */
export function typesOffered(root: FieldsRoot, id: GlobalId): readonly WorkItemType[] {
  const item = fieldsItem(root, id);
  if (item === null || !mayEdit(root, id)) return [];
  return offeredTypes(item.type).filter((type) => workItemsMvc(root) || hasOwnPage(type));
}

/** The children of items, which trees read: later domains, which a page need not have. */
interface Places {
  readonly orders?: Table<{ readonly ids: readonly GlobalId[] }>;
}

/** WI-13.11: why the item cannot be given the type, as far as its parent and its children are known; null: it can. */
export function faultOfType(root: FieldsRoot, id: GlobalId, to: WorkItemType): string | null {
  const item = fieldsItem(root, id);
  if (item === null) return null;
  const tables: ItemRecords & Places = selectVisible(root);
  const children = recordsOf(tables.items, (tables.orders && get(tables.orders, id)?.ids) ?? []);
  const childTypes = new Set(children.map(({ type }) => type));
  const parentType = parentOf(root, item)?.type ?? null;
  return typeFault({ type: item.type, parentType, childTypes: [...childTypes] }, to);
}

type TypeChange = ItemRef & { readonly to: WorkItemType };

export const typeChange = itemEdit(itemEdits.typeChanged, {
  /** WI-13.13: what the type before did not show is taken from the answer, for it was never read. */
  facts: ({ type, to }) => [
    'type',
    'widgets',
    'webPath',
    // mutant: item-type-brings-nothing
    ...widgetsLost(to, type).flatMap((name) => WIDGET_FACTS[name]),
  ],
  /** WI-13.15: whatever each of them brings. */
  // mutant: item-types-no-line
  scope: ({ id }) => `item ${id} type`,
  asks: (item, { to }, root) =>
    typesOffered(root, item.id).includes(to) && faultOfType(root, item.id, to) === null ? { to } : null,
  // mutant: item-type-without-its-parts
  change: (_, { to }) => ({ type: to, widgets: widgetsOfType(to) }),
  request: (_: FieldsRoot, { id }: TypeChange, workItemTypeId: string) =>
    graphql(WorkItemConvertOperation, { input: { id: workItemId(id), workItemTypeId } }),
  former: ({ type }) => ({ to: type }),
  name: () => 'the type of',
});

/** The wire names types in its own words: `Key Result`, `Test Case`. */
const comparable = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The id that a type has in a project; a type that the project does not have is a failure. */
export function* typeIdIn({ graphql: port }: Ports, fullPath: string, type: WorkItemType): SagaGenerator<string> {
  const answer = yield* call(() => abortable(port.request(WorkItemTypesOperation, { fullPath })));
  const found = nodesOf(answer.data.project?.workItemTypes).find(
    ({ name }) => comparable(name) === comparable(TYPE_NAMES[type]),
  );
  if (found === undefined) throw wireFault('malformed');
  return found.id;
}

/** WI-13.12 */
export const typeAssist: Assist = {
  *before(ports, { id, to }: TypeChange) {
    const { confirmed } = yield* select((root: FieldsRoot) => root);
    return yield* typeIdIn(ports, get(confirmed.items, id)?.projectPath ?? '', to);
  },
};

import type { Root as AccessRoot } from '../../access/select.ts';
import type { GlobalId, ItemPermissions } from '../types.ts';
import type { WorkItem, ItemReading, ItemRecords } from '../entity.ts';
import type { ItemFieldsState } from './slice.ts';
import {
  type WorkItemEditMutation,
  type WorkItemEditMutationVariables,
  WorkItemEditOperation,
} from '../../api/generated/operations.ts';
import { workItemId } from '../../api/wire-parts.ts';
import { graphql, selectVisible } from '../../mutation/index.ts';
import { get } from '../../table/index.ts';
import { fieldEdits } from '../field-edit.ts';
import { itemAnswer, withKnownParent } from '../page-data.ts';
import { itemUpdateError } from '../rules.ts';
import type { PageRoot } from '../select.ts';
import { shownWith } from '../shown.ts';
import { workItemPage } from '../slice.ts';
import type { ItemRef } from './actions.ts';

export type FieldsRoot = PageRoot & AccessRoot & { readonly itemFields: ItemFieldsState };

const UNREAD = {
  assignees: [],
  labels: [],
  milestone: null,
  startDate: null,
  dueDate: null,
  weight: null,
  healthStatus: null,
  iteration: null,
  progress: null,
  severalAssignees: false,
  todo: { exists: false, deletePath: null },
  subscribed: null,
  parentId: null,
  projectPath: null,
  permissions: { canAdmin: false, canAdminRelation: false, canUpdate: false, canCreate: false, canDestroy: false },
} as const satisfies Partial<ItemReading>;

const itemFields = shownWith(UNREAD);
export type FieldsItem = ReturnType<typeof itemFields>;

/** The item as its fields show it; null where it is not known. */
function fieldsIn(tables: ItemRecords, id: string | null): FieldsItem | null {
  const item = get(tables.items, id ?? '');
  return item === undefined ? null : itemFields(tables, item);
}

/** The item with every edit that is not answered yet. */
export const fieldsItem = (root: PageRoot, id: GlobalId | null): FieldsItem | null => fieldsIn(selectVisible(root), id);

/** The parent of the item, as far as the viewer may see it. */
export const parentOf = (root: PageRoot, { parentId }: Pick<FieldsItem, 'parentId'>): WorkItem | null =>
  get(selectVisible(root).items, parentId ?? '') ?? null;

/** A parent as an edit names it; undefined where it is not known. */
export function parentNamed({ items }: ItemRecords, id: string): ItemReading | undefined {
  const known = get(items, id);
  if (known === undefined) return undefined;
  const { iid, type, state, title: text, reference, webPath, confidential } = known;
  return { id, iid, type, state, title: text, reference, webPath, confidential };
}

/** `own`: what is the viewer's own takes no right but to sign in. */
export type ItemRight = keyof ItemPermissions | 'own';

/** WI-15.2: whether this viewer may change a field of an item; most are its metadata. Undefined: that is not known. */
export function mayEditItem(
  root: PageRoot & AccessRoot,
  id: GlobalId,
  right: ItemRight = 'canSetMetadata',
): boolean | undefined {
  const permissions = get(selectVisible(root).items, id)?.permissions;
  if (permissions === undefined) return undefined;
  if (root.access.session.user === null) return false;
  if (right === 'own') return true;
  return permissions.canUpdate && permissions[right] === true;
}

/** Where it is known that they may. */
export const mayEdit = (root: PageRoot & AccessRoot, id: GlobalId | null, right?: ItemRight): boolean =>
  mayEditItem(root, id ?? '', right) === true;

export type Updated = NonNullable<WorkItemEditMutation['workItemUpdate']>;
type Input = Omit<WorkItemEditMutationVariables['input'], 'id'>;

/** Defines an edit of a field of an item of a project (WI-15). */
export const itemEdit = fieldEdits<FieldsItem, ItemRef, FieldsRoot, Updated, Input, ItemRight>(
  {
    noun: 'item',
    alerts: () => ({ scope: 'page' }),
    shown: (root, given) => fieldsItem(root, (given as ItemRef).id),
    fieldsIn,
    fieldsOf: (item) => ({ ...UNREAD, ...item }) as FieldsItem,
    may: mayEditItem,
    refOf: ({ id, type }) => ({ id, type }),
    called(root, { id }) {
      const item = get(root.confirmed.items, id);
      return item === undefined ? '' : `${item.reference} “${item.title}”`;
    },
    request: ({ id }, input) => graphql(WorkItemEditOperation, { input: { id: workItemId(id), ...input } }),
    answered: ({ workItem }, { confirmed }) =>
      workItem === null ? null : withKnownParent(confirmed, itemAnswer(workItem)).item,
    text: ({ type }) => itemUpdateError(type),
    also: [],
    forgets: ({ id }, action) =>
      workItemPage.received.match(action) && 'item' in action.payload.data && action.payload.data.item.id === id,
  },
  'type',
);

import type { AccessState } from '../../access/slice.ts';
import type { WorkItemState } from '../slice.ts';
import type { ItemRecords } from '../entity.ts';
import type { PageItem } from '../page-data.ts';
import type { StateEvent } from '../rules.ts';
import type { Pending } from '../../mutation/index.ts';
import { createSelector } from 'reselect';
import { isPending } from '../../mutation/index.ts';
import { eventFor } from '../rules.ts';
import { selectWorkItem } from '../select.ts';
import { itemStateActions } from './actions.ts';
import { itemStateButton } from './rules.ts';

/** The state as this domain reads it. */
export interface ItemStateRoot {
  readonly access: AccessState;
  readonly workItem: WorkItemState;
  readonly confirmed: ItemRecords;
  readonly pending: readonly Pending[];
}

/** The page's item where this viewer may close or reopen it (WI-02.3); null otherwise. */
export function changeableItem(root: ItemStateRoot): PageItem | null {
  const item = selectWorkItem(root);
  return root.access.session.user !== null && item?.permissions.canUpdate === true ? item : null;
}

/** A change is on its way, of whatever item: they go one after the other. */
const isChanging = (root: ItemStateRoot): boolean => isPending(root, itemStateActions.changeAsked);

export interface StateToggle {
  /** `Close issue`, `Reopen task`. */
  readonly label: string;
  readonly event: StateEvent;
  readonly loading: boolean;
}

/** WI-02.2: the button of the page's header; null without the right. */
export const selectStateToggle = createSelector([changeableItem, isChanging], (item, loading): StateToggle | null =>
  item === null ? null : { label: itemStateButton(item), event: eventFor(item.state), loading },
);

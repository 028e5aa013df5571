import type { AccessState } from '../../access/slice.ts';
import type { WorkItemState } from '../slice.ts';
import type { WorkItemDetails } from '../page-data.ts';
import type { StateEvent } from '../rules.ts';
import type { ItemStateState } from './slice.ts';
import { createSelector } from 'reselect';
import { eventFor } from '../rules.ts';
import { itemStateButton } from './rules.ts';

/** The state as this domain reads it. */
export interface ItemStateRoot {
  readonly access: AccessState;
  readonly workItem: WorkItemState;
  readonly itemState: ItemStateState;
}

/** The page's item where this viewer may close or reopen it (WI-02.3); null otherwise. */
export const changeableItem = ({ access, workItem: { item } }: ItemStateRoot): WorkItemDetails | null =>
  item !== null && access.session.user !== null && item.permissions.canUpdate ? item : null;

/** A change is on its way, of whatever item: they go one after the other. */
export const isChanging = ({ itemState }: ItemStateRoot): boolean => itemState.status === 'sending';

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

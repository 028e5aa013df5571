import type { Stamped } from '../store/action.ts';
import { get } from '../table/index.ts';
import { withItems, type ItemRecords } from '../work-item/entity.ts';
import type { WorkItem } from '../work-item/types.ts';
import { epicActions } from './actions.ts';
import { epicList, epicPage } from './queries.ts';

/** What the server's answers say of epics, in their records. */
export function foldEpics<C extends ItemRecords>(confirmed: C, action: Stamped): C {
  if (epicList.received.match(action)) return withItems(confirmed, action.payload.data.rows);
  if (epicPage.received.match(action)) return withItems(confirmed, [action.payload.data.epic]);
  if (epicActions.epicRefreshed.match(action)) {
    const known = get(confirmed.items, action.payload.id);
    return action.payload.lockVersion >= (known?.lockVersion ?? Infinity)
      ? withItems(confirmed, [{ ...known, ...action.payload } as WorkItem])
      : confirmed;
  }
  return confirmed;
}

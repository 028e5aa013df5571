import type { Ports } from '../../ports/index.ts';
import type { AnyAction } from '../../store/action.ts';
import type { GlobalId } from '../types.ts';

/** What a reading of an item's activity, or of what hangs on it, depends on: a comment of ours makes an earlier one stale. */
export const notesKey = (id: GlobalId): string => `notes/${id}`;

/** WI-07.75: a change of ours to the item's comments, of which no push will tell. */
export const changesNotes =
  ({ realtime }: Pick<Ports, 'realtime'>) =>
  (action: AnyAction, id: GlobalId): boolean =>
    !realtime.connected() && action.meta?.invalidates?.includes(notesKey(id)) === true;

import type { TimeTracking } from '../entity.ts';
import type { GlobalId, WorkItemType } from '../types.ts';
import type { ExtrasRoot } from './mutations.ts';
import { createSelector } from 'reselect';
import { recordsOf } from '../../entities/index.ts';
import { selectVisible } from '../../mutation/index.ts';
import { selectQuery, type QueryRoot } from '../../query/index.ts';
import { get } from '../../table/index.ts';
import { durationText, participantsTitle, typeNoun } from '../rules.ts';
import { backgroundRead } from './actions.ts';

/** What stands beside an item of a project and is not edited there: its time, its Zoom meeting, and who takes part in it. */

export const BACKGROUND_ERROR = 'There was an error getting the participants.';

/** WI-07.71: the time of an item in words, and how much of the estimate is spent; null: there is neither. */
export function timeSaid({ estimate, spent }: TimeTracking) {
  if (estimate === 0 && spent === 0) return null;
  const left = estimate - spent;
  return {
    spent: spent === 0 ? null : `Spent: ${durationText(spent)}`,
    estimate: estimate === 0 ? null : `Estimated: ${durationText(estimate)}`,
    rest:
      estimate === 0 || left === 0
        ? null
        : left > 0
          ? `Time remaining: ${durationText(left)}`
          : `Over by ${durationText(-left)}`,
    /** Whole percent of the estimate, at most 100; null without an estimate. */
    percent: estimate === 0 ? null : Math.max(0, Math.min(100, Math.floor((spent / estimate) * 100))),
    over: estimate > 0 && left < 0,
  };
}

/** IE-01.53: null: there is no Zoom meeting, or it was not read yet. */
export const selectZoomLink = (root: ExtrasRoot, id: GlobalId): string | null => itemOf(root, id)?.zoomLink ?? null;

/** AP-09.100: false as well until it was read. */
export const selectIsHidden = (root: ExtrasRoot, id: GlobalId): boolean => itemOf(root, id)?.hidden === true;

/** AP-09.101: why others than administrators do not see an item. */
export const hiddenTooltip = (type: WorkItemType): string =>
  `This ${typeNoun(type)} is hidden because its author has been banned`;

export const NO_TIME = 'No estimate or time spent';

const itemOf = (root: ExtrasRoot, id: GlobalId) => get(selectVisible(root).items, id);

/** WI-07.70: undefined until it was read. */
export const selectTime = createSelector([(root: ExtrasRoot, id: GlobalId) => itemOf(root, id)?.time], (time) =>
  time === undefined ? undefined : timeSaid(time),
);

/** WI-07.73: who takes part in an item, as far as it was read; `error`: it could not be. */
export const selectItemParticipants = createSelector(
  [
    (root: ExtrasRoot & QueryRoot, id: GlobalId) => itemOf(root, id)?.participants,
    (root: ExtrasRoot & QueryRoot) => selectVisible(root).users,
    (root: ExtrasRoot & QueryRoot, id: GlobalId) => selectQuery(root, backgroundRead, id).error,
  ],
  (ids, users, error) => ({
    error: ids === undefined ? error : null,
    people: ids === undefined ? null : recordsOf(users, ids),
    title: ids === undefined ? 'Participants' : participantsTitle(ids.length),
  }),
);

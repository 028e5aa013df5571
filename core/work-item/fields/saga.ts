import type { Ports } from '../../ports/index.ts';
import type { PickerField } from './actions.ts';
import type { FieldsRoot } from './edit.ts';
import type { AnyAction } from '../../store/action.ts';
import { all } from 'typed-redux-saga';
import { observe } from '../../query/index.ts';
import { ITEM_LEAVINGS } from '../slice.ts';
import { itemEdits, itemFieldActions, pickerReads } from './actions.ts';
import { pickerQueries, pickerSearch } from './queries.ts';

/** After these another picker may be open, or none, or something else is searched for. */
const CHANGES = [
  itemFieldActions.pickerOpened.type,
  itemFieldActions.pickerClosed.type,
  itemFieldActions.pickerSearched.type,
  ...ITEM_LEAVINGS,
  ...[
    itemEdits.assigneesChanged,
    itemEdits.labelsChanged,
    itemEdits.milestoneChanged,
    itemEdits.iterationChanged,
    itemEdits.parentChanged,
  ].map(({ type }) => type),
];

/** Reads the list of the picker that is open. */
export function* itemFieldsSaga(ports: Ports): Generator {
  const shown = (field: PickerField) => ({
    params: (root: FieldsRoot) => pickerSearch(root, field),
    opened: (action: AnyAction) => itemFieldActions.pickerOpened.match(action) && action.payload.field === field,
    changes: CHANGES,
    again: itemFieldActions.pickerRetried.type,
  });
  yield* all([
    observe(ports, pickerQueries.assignees, {
      ...shown('assignees'),
      more: itemFieldActions.morePeopleAsked.type,
    }),
    // WI-04.2: what is read is shown while the next page is on its way.
    observe(ports, pickerQueries.labels, { ...shown('labels'), more: pickerReads.labels.received.type }),
    observe(ports, pickerQueries.milestone, shown('milestone')),
    observe(ports, pickerQueries.iteration, shown('iteration')),
    observe(ports, pickerQueries.parent, shown('parent')),
  ]);
}

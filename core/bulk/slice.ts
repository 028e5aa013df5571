import type { GlobalId, HealthStatus, Label, Milestone, Person } from '../work-item/types.ts';
import type { Root as AccessRoot } from '../access/select.ts';
import { accessActions, selectSignedIn } from '../access/index.ts';
import { withReadings } from '../entities/index.ts';
import { queryName } from '../query/index.ts';
import { reducerOf, userAction, type Stamped } from '../store/action.ts';
import type { CivilDate } from '../calendar/rules.ts';
import type { DateFact } from '../work-item/fields/actions.ts';
import { LABELS, MILESTONES, USERS, type ItemRecords } from '../work-item/entity.ts';
import type { LabelChange, PeopleChange, StateEvent } from '../work-item/rules.ts';

/** Items of a tree or list that are selected together (TR-05.51 to TR-05.56). */

export const bulkActions = {
  /** One more, or one fewer; a range that is taken next begins there. */
  itemToggled: userAction<{ id: GlobalId }>('bulk/itemToggled'),
  /** These instead of what was selected; `from`: where they begin, and the next range too. */
  rangeTaken: userAction<{ from: GlobalId; ids: readonly GlobalId[] }>('bulk/rangeTaken'),
  /** Their rows are not shown any more. */
  itemsLeft: userAction<{ ids: readonly GlobalId[] }>('bulk/itemsLeft'),
  cleared: userAction('bulk/cleared'),
  /** Every row has a checkbox, or none has. */
  modeToggled: userAction('bulk/modeToggled'),
  /** All that are selected are changed so, as far as they have the field. */
  editAsked: userAction<{ change: BulkChange }>('bulk/editAsked'),
  /** What is offered to be chosen for a field is searched; null: no list is open. */
  searched: userAction<{ asked: OptionSearch | null }>('bulk/searched'),
};

/** One change for all that are selected. */
export type BulkChange =
  | { readonly field: 'state'; readonly event: StateEvent }
  | ({ readonly field: 'labels' } & LabelChange)
  | ({ readonly field: 'assignees' } & PeopleChange<Person>)
  | { readonly field: 'milestone'; readonly milestone: Milestone | null }
  | { readonly field: 'health'; readonly healthStatus: HealthStatus | null }
  | { readonly field: 'weight'; readonly weight: number | null }
  | { readonly field: 'confidential'; readonly confidential: boolean }
  | { readonly field: DateFact; readonly day: CivilDate | null };

export type BulkField = BulkChange['field'];

/** The group or project whose labels, people and milestones are offered. */
export interface OptionPlace {
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
}

export interface OptionSearch {
  readonly field: 'labels' | 'assignees' | 'milestone';
  readonly place: OptionPlace;
  readonly search: string;
}

/** What was found; lists of other fields are empty. */
export interface Options {
  readonly labels: readonly Label[];
  readonly people: readonly Person[];
  readonly milestones: readonly Milestone[];
}

export const bulkReads = {
  options: queryName<OptionSearch, Options>('bulk/options', ({ field, place }) => `${field} ${place.fullPath}`),
};

export interface BulkState {
  /** In the order in which they were selected. */
  readonly ids: readonly GlobalId[];
  /** Where a range begins; null: at the row that has the keyboard. */
  readonly from: GlobalId | null;
  readonly mode: boolean;
  readonly asked: OptionSearch | null;
  /** What is offered. */
  readonly options: readonly GlobalId[];
}

export const initialBulk: BulkState = { ids: [], from: null, mode: false, asked: null, options: [] };

const without = (state: BulkState, gone: ReadonlySet<GlobalId>): BulkState => ({
  ...state,
  ids: state.ids.filter((id) => !gone.has(id)),
});

export const bulkReducer = reducerOf(initialBulk, (on) => {
  on(bulkActions.itemToggled, (state, { id }) => ({
    ...(state.ids.includes(id) ? without(state, new Set([id])) : { ...state, ids: [...state.ids, id] }),
    from: id,
  }));
  on(bulkActions.rangeTaken, (state, taken) => ({ ...state, ...taken }));
  on(bulkActions.itemsLeft, (state, { ids }) => without(state, new Set(ids)));
  on(bulkActions.modeToggled, ({ mode }) => ({ ...initialBulk, mode: !mode }));
  on(bulkActions.searched, (state, { asked }) => ({
    ...state,
    asked,
    options: asked?.field === state.asked?.field ? state.options : [],
  }));
  on(bulkReads.options.received, (state, { params, data: { labels, people, milestones } }) => ({
    ...state,
    options:
      params.field === state.asked?.field ? [...labels, ...people, ...milestones].map(({ id }) => id) : state.options,
  }));
  on(bulkActions.cleared, () => initialBulk);
  on(accessActions.signedOut, () => initialBulk);
});

/** What the planner wires. */
export const bulkDomain = {
  name: 'bulk',
  reducer: bulkReducer,
  reduceConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C => {
    if (!bulkReads.options.received.match(action)) return confirmed;
    const { labels, people, milestones } = action.payload.data;
    const read = withReadings(withReadings(confirmed, LABELS, labels), USERS, people);
    return withReadings(read, MILESTONES, milestones);
  },
  holds: ({ bulk }: { readonly bulk: BulkState }) => bulk.options,
} as const;

export interface BulkRoot {
  readonly bulk: BulkState;
}

export const selectSelected = ({ bulk }: BulkRoot): readonly GlobalId[] => bulk.ids;

export const selectSelecting = ({ bulk }: BulkRoot): boolean => bulk.mode;

/** TR-05.55: the rows of a list have checkboxes, all of them at once, so that none shifts by itself. */
export const selectListSelects = ({ bulk }: BulkRoot): boolean => bulk.mode || bulk.ids.length > 0;

// Every row that is drawn asks, and there may be thousands of them selected.
const sets = new WeakMap<readonly GlobalId[], ReadonlySet<GlobalId>>();

/** Undefined: this viewer, who is not signed in, selects nothing. */
export function isSelected(root: BulkRoot & AccessRoot, id: GlobalId): boolean | undefined {
  const { ids } = root.bulk;
  if (!selectSignedIn(root)) return undefined;
  if (ids.length === 0) return false;
  let known = sets.get(ids);
  if (known === undefined) sets.set(ids, (known = new Set(ids)));
  return known.has(id);
}

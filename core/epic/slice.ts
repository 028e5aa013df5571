import type { Load, Sending } from '../access/load.ts';
import { reducerOf } from '../access/reducer.ts';
import { NO_PAGES, sameQuery } from '../work-item/list/query.ts';
import { labelsSeen, type ListReading } from '../work-item/list/reading.ts';
import type { GlobalId, WorkItemState } from '../work-item/types.ts';
import type { PageRoute } from './actions.ts';
import { epicActions } from './actions.ts';
import type { EpicListQuery } from './list-query.ts';
import { EPIC_LIST_DEFAULTS } from './list-query.ts';
import { canSubmitNewEpic } from './rules.ts';
import type { EpicDetails, EpicListRow, EpicPageData, OwningGroup } from './types.ts';

export interface EpicState {
  /** The epics of the list, by id. */
  readonly rows: Readonly<Record<GlobalId, EpicListRow>>;
  readonly list: ListReading<EpicListQuery['sort']> & {
    readonly groupPath: string | null;
    readonly group: OwningGroup | null;
    readonly ids: readonly GlobalId[];
  };
  readonly page: {
    readonly groupPath: string | null;
    readonly iid: string | null;
    readonly status: Load;
    readonly error: string | null;
    readonly data: EpicPageData | null;
    readonly epic: EpicDetails | null;
    readonly stateChange: Sending;
  };
  readonly newEpic: {
    readonly open: boolean;
    readonly groupPath: string | null;
    readonly title: string;
    readonly confidential: boolean;
    /** As it stands in the colour selector; absent or empty: none was chosen. Logs of before know no such field: it is not there from the start. */
    readonly color?: string;
    readonly status: Sending;
    readonly error: string | null;
    /** Idempotency key of a creation whose answer has not come. */
    readonly key: string | null;
  };
  readonly deletion: { readonly open: boolean; readonly status: Sending; readonly error: string | null };
}

export const initialEpicState: EpicState = {
  rows: {},
  list: {
    groupPath: null,
    query: EPIC_LIST_DEFAULTS,
    shown: null,
    labels: [],
    status: 'idle',
    error: null,
    group: null,
    ids: [],
    counts: null,
    page: NO_PAGES,
  },
  page: { groupPath: null, iid: null, status: 'idle', error: null, data: null, epic: null, stateChange: 'idle' },
  newEpic: {
    open: false,
    groupPath: null,
    title: '',
    confidential: false,
    status: 'idle',
    error: null,
    key: null,
  },
  deletion: { open: false, status: 'idle', error: null },
};

type Part = 'list' | 'page' | 'newEpic' | 'deletion';

function merged<K extends Part>(state: EpicState, part: K, change: Partial<EpicState[K]>): EpicState {
  return { ...state, [part]: { ...state[part], ...change } };
}

export const isPage = ({ page }: EpicState, route: PageRoute): boolean =>
  page.groupPath === route.groupPath && page.iid === route.iid;

const isList = ({ list }: EpicState, answer: { groupPath: string; query: EpicListQuery }): boolean =>
  list.groupPath === answer.groupPath && sameQuery(list.query, answer.query);

/** EP-04.26: whether an answer concerns the form that is open; one without a key is of a log of before. */
export const isNewEpic = ({ newEpic }: EpicState, { key }: { readonly key?: string }): boolean =>
  key === undefined || newEpic.key === key;

/** EP-04.27: what is on its way does not change. */
const edited = (state: EpicState, change: Partial<EpicState['newEpic']>): EpicState =>
  state.newEpic.status === 'sending' ? state : merged(state, 'newEpic', change);

/** EP-05.25: whether an answer concerns the page that is open; one that has gone meanwhile has no epic. */
const isOfPage = ({ page: { epic } }: EpicState, id: GlobalId): boolean => epic === null || epic.id === id;

/** Whether the page says that this epic is being deleted. */
export const isDeleting = (state: EpicState, id: GlobalId): boolean =>
  state.deletion.status === 'sending' && isOfPage(state, id);

const mayDestroy = ({ page: { data, epic } }: EpicState): boolean =>
  data?.canDestroy ?? epic?.permissions.destroyEpic ?? false;

function withState(state: EpicState, id: GlobalId, change: { state: WorkItemState; lockVersion: number | null }) {
  const row = state.rows[id];
  const rows = row === undefined ? state.rows : { ...state.rows, [id]: { ...row, state: change.state } };
  const { epic } = state.page;
  if (epic?.id !== id) return { ...state, rows };
  const lockVersion = change.lockVersion ?? epic.lockVersion;
  return merged({ ...state, rows }, 'page', {
    epic: { ...epic, state: change.state, lockVersion },
    stateChange: 'idle',
  });
}

export const epicReducer = reducerOf(initialEpicState, (on) => {
  on(epicActions.epicListOpened, (state, { groupPath, query }) => {
    const sameGroup = state.list.groupPath === groupPath && state.list.group !== null;
    const list = sameGroup ? state.list : initialEpicState.list;
    const rows = list.ids.flatMap((id) => state.rows[id] ?? []);
    const labels = labelsSeen(query, rows, list.labels);
    return merged(state, 'list', { ...list, groupPath, query, labels, status: 'loading', error: null });
  });
  on(epicActions.epicListRetried, (state) => merged(state, 'list', { status: 'loading', error: null }));
  on(epicActions.epicListReceived, (state, answer) => {
    if (!isList(state, answer)) return state;
    const rows = Object.fromEntries(answer.rows.map((row) => [row.id, row]));
    return merged({ ...state, rows }, 'list', {
      shown: answer.query,
      labels: labelsSeen(answer.query, answer.rows, state.list.labels),
      status: 'ready',
      error: null,
      group: answer.group,
      ids: answer.rows.map(({ id }) => id),
      counts: answer.counts,
      page: answer.page,
    });
  });
  on(epicActions.epicListMissing, (state, { groupPath }) =>
    state.list.groupPath === groupPath
      ? merged({ ...state, rows: {} }, 'list', { ...initialEpicState.list, groupPath, status: 'missing' })
      : state,
  );
  on(epicActions.epicListFailed, (state, answer) =>
    isList(state, answer) ? merged(state, 'list', { status: 'failed', error: answer.text }) : state,
  );

  on(epicActions.epicPageOpened, (state, { groupPath, iid }) => {
    const page = { ...initialEpicState.page, groupPath, iid, status: 'loading' as const };
    return { ...state, page, deletion: initialEpicState.deletion };
  });
  on(epicActions.epicPageRetried, (state) => merged(state, 'page', { status: 'loading', error: null }));
  on(epicActions.epicPageClosed, (state) => ({
    ...state,
    page: initialEpicState.page,
    deletion: initialEpicState.deletion,
  }));
  on(epicActions.epicPageReceived, (state, answer) => {
    if (!isPage(state, answer)) return state;
    const { data, epic } = answer;
    const known = state.page.epic;
    const editedBy = known?.id === epic.id ? known.editedBy : epic.editedBy;
    return merged(state, 'page', { status: 'ready', error: null, data, epic: { ...epic, editedBy } });
  });
  on(epicActions.epicPageMissing, (state, route) =>
    isPage(state, route) ? { ...state, page: { ...initialEpicState.page, ...route, status: 'missing' } } : state,
  );
  on(epicActions.epicPageFailed, (state, { text, ...route }) =>
    isPage(state, route) && state.page.status !== 'ready'
      ? merged(state, 'page', { status: 'failed', error: text })
      : state,
  );
  on(epicActions.epicRefreshed, (state, { id, ...text }) => {
    const { epic } = state.page;
    if (epic?.id !== id || text.lockVersion < epic.lockVersion) return state;
    return merged(state, 'page', { epic: { ...epic, ...text } });
  });
  on(epicActions.epicFieldsSaved, (state, { id, fields }) => {
    const { epic } = state.page;
    return epic?.id === id ? merged(state, 'page', { epic: { ...epic, ...fields } }) : state;
  });

  on(epicActions.epicStateChangeSent, (state, { id }) =>
    state.page.epic?.id === id ? merged(state, 'page', { stateChange: 'sending' }) : state,
  );
  on(epicActions.epicStateChanged, (state, { id, ...change }) => withState(state, id, change));
  on(epicActions.epicStateChangeFailed, (state, { id }) =>
    state.page.epic?.id === id ? merged(state, 'page', { stateChange: 'failed' }) : state,
  );

  on(epicActions.newEpicOpened, (state, asked) => {
    const groupPath = asked?.groupPath ?? state.page.groupPath ?? state.list.groupPath;
    return { ...state, newEpic: { ...initialEpicState.newEpic, open: true, groupPath } };
  });
  on(epicActions.newEpicClosed, (state) => ({ ...state, newEpic: initialEpicState.newEpic }));
  on(epicActions.newEpicTitleChanged, (state, { title }) => edited(state, { title, error: null, key: null }));
  on(epicActions.newEpicConfidentialChanged, (state, { confidential }) => edited(state, { confidential, key: null }));
  on(epicActions.newEpicColorPicked, (state, { color }) => edited(state, { color, error: null, key: null }));
  on(epicActions.newEpicSubmitted, (state, _nothing, meta) =>
    !canSubmitNewEpic({ ...state.newEpic, submitting: state.newEpic.status === 'sending' })
      ? state
      : merged(state, 'newEpic', { status: 'sending', error: null, key: state.newEpic.key ?? meta.id ?? null }),
  );
  on(epicActions.newEpicRefused, (state, { text, answered, ...form }) =>
    isNewEpic(state, form)
      ? merged(state, 'newEpic', { status: 'failed', error: text, ...(answered ? { key: null } : {}) })
      : state,
  );
  on(epicActions.epicCreated, (state, form) =>
    isNewEpic(state, form) ? { ...state, newEpic: initialEpicState.newEpic } : state,
  );

  on(epicActions.epicDeletionAsked, (state) =>
    mayDestroy(state) ? merged(state, 'deletion', { open: true, status: 'idle', error: null }) : state,
  );
  on(epicActions.epicDeletionCancelled, (state) =>
    state.deletion.status === 'sending' ? state : { ...state, deletion: initialEpicState.deletion },
  );
  on(epicActions.epicDeletionConfirmed, (state) =>
    // EP-05.24: a page that has gone meanwhile has nothing to delete.
    state.deletion.open && mayDestroy(state) ? merged(state, 'deletion', { status: 'sending', error: null }) : state,
  );
  on(epicActions.epicDeleted, (state, { id }) =>
    isOfPage(state, id) ? { ...state, deletion: initialEpicState.deletion } : state,
  );
  on(epicActions.epicDeletionFailed, (state, { id, text }) =>
    isDeleting(state, id) ? merged(state, 'deletion', { status: 'failed', error: text }) : state,
  );
});

import type { Sending } from '../access/failures.ts';
import type { WireError } from '../ports/index.ts';
import { UNREACHABLE_TEXT } from '../access/failures.ts';
import { isUnanswered } from '../store/effects.ts';
import { errorText } from '../work-item/rules.ts';
import { reducerOf } from '../store/action.ts';
import { NO_PAGES, sameQuery } from '../work-item/list/query.ts';
import type { ListReading } from '../work-item/list/reading.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { PageRoute } from './actions.ts';
import { epicActions } from './actions.ts';
import type { EpicListQuery } from './list-query.ts';
import { EPIC_LIST_DEFAULTS } from './list-query.ts';
import { epicList, epicPage, type EpicListAsked } from './queries.ts';
import { canSubmitNewEpic, EPIC_ERRORS, newEpic } from './rules.ts';
import { EPIC_TEXTS } from './rules/page.ts';
import type { EpicPageData, OwningGroup } from './types.ts';

export interface EpicState {
  readonly list: ListReading<EpicListQuery['sort']> & {
    readonly groupPath: string | null;
    readonly group: OwningGroup | null;
  };
  readonly page: {
    readonly groupPath: string | null;
    readonly iid: string | null;
    readonly data: EpicPageData | null;
    /** Of the epic, once it was read. */
    readonly id: GlobalId | null;
    /** EP-01.25, EP-01.26: what is shown is older than what is known to be there. */
    readonly owed: boolean;
    /** Absent: it is not. */
    readonly deleted?: true;
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
    /** The mutation that sends it; null: none is on its way. */
    readonly sentAs: string | null;
  };
  readonly deletion: { readonly open: boolean; readonly status: Sending; readonly error: string | null };
}

export const initialEpicState: EpicState = {
  list: {
    groupPath: null,
    query: EPIC_LIST_DEFAULTS,
    shown: null,
    labels: [],
    group: null,
    ids: [],
    counts: null,
    page: NO_PAGES,
  },
  page: { groupPath: null, iid: null, data: null, id: null, owed: false },
  newEpic: {
    open: false,
    groupPath: null,
    title: '',
    confidential: false,
    status: 'idle',
    error: null,
    sentAs: null,
  },
  deletion: { open: false, status: 'idle', error: null },
};

type Part = 'list' | 'page' | 'newEpic' | 'deletion';

function merged<K extends Part>(state: EpicState, part: K, change: Partial<EpicState[K]>): EpicState {
  return { ...state, [part]: { ...state[part], ...change } };
}

export const isPage = ({ page }: EpicState, route: PageRoute): boolean =>
  page.groupPath === route.groupPath && page.iid === route.iid;

const isList = ({ list }: EpicState, asked: EpicListAsked): boolean =>
  // mutant: list-takes-an-older-answer, also
  list.groupPath === asked.groupPath && sameQuery(list.query, asked.query);

/** EP-04.26: whether an answer concerns the form that is open. */
export const isNewEpic = ({ newEpic }: EpicState, { sentAs }: { readonly sentAs: string }): boolean =>
  newEpic.sentAs === sentAs;

export const canSendNewEpic = (form: EpicState['newEpic']): boolean =>
  canSubmitNewEpic({ ...form, submitting: form.status === 'sending' });

/** What the form asks for, or why it cannot. */
export const newEpicOf = ({ title, confidential, color = '' }: EpicState['newEpic']) =>
  newEpic({ title, confidential, color }, null);

/** The server's first text where it gave one; `fallback` is the catalogue's. */
export const refusalText = (failure: WireError, fallback: string): string =>
  isUnanswered(failure) ? UNREACHABLE_TEXT : errorText(failure.messages, fallback);

/** EP-04.27: what is on its way does not change. */
const edited = (state: EpicState, change: Partial<EpicState['newEpic']>): EpicState =>
  state.newEpic.status === 'sending' ? state : merged(state, 'newEpic', change);

/** EP-05.25: whether an answer concerns the page that is open; one that has gone meanwhile has no epic. */
const isOfPage = ({ page }: EpicState, id: GlobalId): boolean => page.id === null || page.id === id;

/** Whether the page says that this epic is being deleted. */
export const isDeleting = (state: EpicState, id: GlobalId): boolean =>
  state.deletion.status === 'sending' && isOfPage(state, id);

export const mayDestroy = ({ page: { data } }: EpicState): boolean => data?.permissions.canDestroy === true;

export const epicReducer = reducerOf(initialEpicState, (on) => {
  on(epicActions.epicListOpened, (state, { groupPath, query }) => {
    const sameGroup = state.list.groupPath === groupPath && state.list.group !== null;
    const list = sameGroup ? state.list : initialEpicState.list;
    return merged(state, 'list', { ...list, groupPath, query });
  });
  on(epicList.received, (state, { params, data: { rows, group, counts, page } }) => {
    if (!isList(state, params)) return state;
    return merged(state, 'list', { shown: params.query, group, ids: rows.map(({ id }) => id), counts, page });
  });
  on(epicList.failed, (state, { params: { groupPath }, missing }) =>
    missing && state.list.groupPath === groupPath
      ? merged(state, 'list', { ...initialEpicState.list, groupPath })
      : state,
  );

  on(epicActions.epicPageOpened, (state, { groupPath, iid }) => {
    const page = { ...initialEpicState.page, groupPath, iid };
    return { ...state, page, deletion: initialEpicState.deletion };
  });
  on(epicActions.epicPageClosed, (state) => ({
    ...state,
    page: initialEpicState.page,
    deletion: initialEpicState.deletion,
  }));
  on(epicPage.received, (state, { params, data: { data, epic, behind } }) => {
    if (!isPage(state, params)) return state;
    return merged(state, 'page', { data, id: epic.id, owed: behind });
  });
  on(epicPage.failed, (state, { params, missing }) =>
    missing && isPage(state, params) ? { ...state, page: { ...initialEpicState.page, ...params } } : state,
  );
  // mutant: page-owes-nothing
  on(epicActions.epicPageOutdated, (state) => (state.page.owed ? state : merged(state, 'page', { owed: true })));
  on(epicActions.newEpicOpened, (state, asked) => {
    const groupPath = asked?.groupPath ?? state.page.groupPath ?? state.list.groupPath;
    return { ...state, newEpic: { ...initialEpicState.newEpic, open: true, groupPath } };
  });
  on(epicActions.newEpicClosed, (state) => ({ ...state, newEpic: initialEpicState.newEpic }));
  on(epicActions.newEpicTitleChanged, (state, { title }) => edited(state, { title, error: null }));
  on(epicActions.newEpicConfidentialChanged, (state, { confidential }) => edited(state, { confidential }));
  on(epicActions.newEpicColorPicked, (state, { color }) => edited(state, { color, error: null }));
  on(epicActions.newEpicSubmitted, (state, _nothing, { id = null }) => {
    if (!canSendNewEpic(state.newEpic)) return state;
    const asked = newEpicOf(state.newEpic);
    if (!asked.ok) return merged(state, 'newEpic', { status: 'failed', error: asked.error });
    return merged(state, 'newEpic', { status: 'sending', error: null, sentAs: id });
  });
  on(epicActions.newEpicSubmitted.refused, (state, { asked, failure }) =>
    isNewEpic(state, asked)
      ? merged(state, 'newEpic', {
          status: 'failed',
          error: refusalText(failure, EPIC_ERRORS.create),
          sentAs: null,
        })
      : state,
  );
  on(epicActions.newEpicSubmitted.committed, (state, { asked }) =>
    isNewEpic(state, asked) ? { ...state, newEpic: initialEpicState.newEpic } : state,
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
  on(epicActions.epicDeletionConfirmed.committed, (state, { asked: { id } }) =>
    isOfPage(state, id) ? merged({ ...state, deletion: initialEpicState.deletion }, 'page', { deleted: true }) : state,
  );
  on(epicActions.epicDeletionConfirmed.refused, (state, { asked: { id }, failure }) =>
    isDeleting(state, id)
      ? merged(state, 'deletion', { status: 'failed', error: refusalText(failure, EPIC_TEXTS.deleteFailed) })
      : state,
  );
});

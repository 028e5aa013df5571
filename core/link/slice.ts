import type {
  BlockedItem,
  Blocker,
  Blockers,
  ClosingItem,
  LinkedMergeRequest,
  LinkState,
  MergeRequestReading,
} from './types.ts';
import { sameData } from '../entities/index.ts';
import { reducerOf } from '../store/action.ts';
import { emptyTable, get, set } from '../table/index.ts';
import { linkActions, linkAnswers } from './actions.ts';
import { linkReads, mergeRequests } from './queries.ts';

export const initialLinkState: LinkState = {
  subject: null,
  today: null,
  form: null,
  serial: 0,
  mergeRequests: [],
  blockers: emptyTable(),
  closing: null,
  announcement: '',
};

const isOf = ({ subject }: LinkState, { subjectId }: { readonly subjectId: string }): boolean =>
  subject?.id === subjectId;

function withBlockers(state: LinkState, asked: BlockedItem, list?: readonly Blocker[]): LinkState {
  const known = get(state.blockers, asked.id);
  const next: Blockers = { asked, list: list ?? known?.list ?? [] };
  return known !== undefined && sameData(known, next)
    ? state
    : { ...state, blockers: set(state.blockers, asked.id, next) };
}

const withClosing = (state: LinkState, { id }: ClosingItem, list: readonly Blocker[]): LinkState =>
  state.closing?.asked.id === id ? { ...state, closing: { ...state.closing, list } } : state;

/** Whom and what a merge request names stands among the records (RP-02.268). */
const withIds = ({ milestone, assignees, ...rest }: MergeRequestReading): LinkedMergeRequest => ({
  ...rest,
  milestone: milestone?.id ?? null,
  assignees: assignees.map(({ id }) => id),
});

export const linkReducer = reducerOf(initialLinkState, (on) => {
  on(linkActions.opened, (state, { subject }) =>
    state.subject?.id === subject.id
      ? { ...state, subject, form: subject.canRelate ? state.form : null }
      : {
          ...initialLinkState,
          serial: state.serial,
          today: state.today,
          blockers: state.blockers,
          closing: state.closing,
          subject,
        },
  );
  on(linkActions.closed, ({ serial, today }) => ({ ...initialLinkState, serial, today }));
  on(linkActions.blockersAsked, (state, asked) => withBlockers(state, asked));
  on(linkReads.blockers.received, (state, { params, data }) => withBlockers(state, params, data));
  on(linkReads.blockers.failed, (state, { params }) => withBlockers(state, params, []));
  on(linkActions.closingAsked, (state, asked) => ({ ...state, closing: { asked, list: null } }));
  on(linkReads.closing.received, (state, { params, data }) => withClosing(state, params, data));
  on(linkActions.closingEnded, (state) => (state.closing === null ? state : { ...state, closing: null }));

  on(linkAnswers.started, (state, { today }) => (state.today === today ? state : { ...state, today }));
  on(linkActions.submitted.committed, (state, { asked }) =>
    isOf(state, asked) ? { ...state, announcement: 'The linked items were added.' } : state,
  );
  on(linkActions.removed, (state, { subjectId }) =>
    isOf(state, { subjectId }) ? { ...state, announcement: 'The link was removed.' } : state,
  );
  on(linkActions.removed.refused, (state, { asked }) => (isOf(state, asked) ? { ...state, announcement: '' } : state));
  on(mergeRequests.received, (state, { params, data }) =>
    state.subject?.id === params.id ? { ...state, mergeRequests: data.map(withIds) } : state,
  );
  on(mergeRequests.failed, (state, { params, missing }) =>
    missing && state.subject?.id === params.id ? { ...state, mergeRequests: [] } : state,
  );
});

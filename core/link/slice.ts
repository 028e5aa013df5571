import type { Stamped } from '../store/action.ts';
import type { Blockers, LinkedMergeRequest, LinkState, MergeRequestReading } from './types.ts';
import { reducerOf } from '../store/action.ts';
import { emptyTable, get, set } from '../table/index.ts';
import { linkActions, linkAnswers } from './actions.ts';
import { reduceForm } from './form-slice.ts';
import { mergeRequests } from './queries.ts';

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

const withBlockers = (state: LinkState, id: string, change: Partial<Blockers>): LinkState => {
  const before = get(state.blockers, id) ?? { status: 'loading', count: 0, list: [] };
  return { ...state, blockers: set(state.blockers, id, { ...before, ...change }) };
};

/** RL-05.5, RL-05.6: asked once, unless it failed or the row says another number. */
export const needsBlockers = (known: Blockers | undefined, count: number): boolean =>
  known === undefined || known.status === 'failed' || (known.status === 'ready' && known.count !== count);

/** Whom and what a merge request names stands among the records (RP-02.268). */
const withIds = ({ milestone, assignees, ...rest }: MergeRequestReading): LinkedMergeRequest => ({
  ...rest,
  milestone: milestone?.id ?? null,
  assignees: assignees.map(({ id }) => id),
});

const reducePage = reducerOf(initialLinkState, (on) => {
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
  on(linkActions.blockersAsked, (state, { id, count }) =>
    needsBlockers(get(state.blockers, id), count) ? withBlockers(state, id, { status: 'loading', count }) : state,
  );
  on(linkActions.closingAsked, (state, { id, kind }) => ({
    ...state,
    closing: { id, kind, status: 'checking', list: [] },
  }));
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
  on(linkAnswers.blockersRead, (state, { id, count, list }) =>
    withBlockers(state, id, { status: 'ready', count, list }),
  );
  on(linkAnswers.blockersFailed, (state, { id }) => withBlockers(state, id, { status: 'failed', list: [] }));
  on(linkAnswers.closingChecked, (state, { id, status, list }) =>
    state.closing?.id === id ? { ...state, closing: { ...state.closing, status, list } } : state,
  );
});

/** The part of the state that the linked items have. */
export function linkReducer(state: LinkState | undefined, action: Stamped): LinkState {
  const next = reducePage(state, action);
  return state === undefined ? next : reduceForm(next, action);
}

import type {
  BlockedItem,
  Blocker,
  Blockers,
  ClosingItem,
  LinkedMergeRequest,
  LinkState,
  LinkSubject,
  MergeRequestReading,
  OpenSection,
} from './types.ts';
import { ITEM_PLACES, type ItemPlace } from '../work-item/slice.ts';
import { sameData } from '../entities/index.ts';
import { placeOf, reducerOf, withPart } from '../store/action.ts';
import { emptyTable, get, set } from '../table/index.ts';
import { linkActions, linkAnswers } from './actions.ts';
import { linkReads, mergeRequests } from './queries.ts';

const NO_SECTION: OpenSection = { subject: null, form: null, mergeRequests: [], announcement: '' };

export const initialLinkState: LinkState = {
  page: NO_SECTION,
  over: NO_SECTION,
  today: null,
  serial: 0,
  blockers: emptyTable(),
  closing: null,
};

/** Where the links of this item are shown: the section in front, if both show them; null: nowhere. */
export const sectionOf = (state: LinkState, id: string): ItemPlace | null =>
  ITEM_PLACES.findLast((place) => state[place].subject?.id === id) ?? null;

/** The item with this id as its section has it; undefined while none shows its links. */
export function subjectIn(state: LinkState, id: string): LinkSubject | undefined {
  const place = sectionOf(state, id);
  return place === null ? undefined : (state[place].subject ?? undefined);
}

/** With a change of every section that shows the links of this item. */
const inSections = (state: LinkState, id: string, change: Partial<OpenSection>): LinkState =>
  ITEM_PLACES.filter((place) => state[place].subject?.id === id).reduce(
    (now, place) => withPart(now, place, change),
    state,
  );

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
  on(linkActions.opened, (state, { subject }, meta) => {
    // mutant: over-links-of-the-page
    const place = placeOf(meta);
    const before = state[place].subject?.id === subject.id ? state[place] : NO_SECTION;
    return { ...state, [place]: { ...before, subject, form: subject.canRelate ? before.form : null } };
  });
  on(linkActions.closed, (state, _, meta) => {
    const place = placeOf(meta);
    const { blockers, closing } = state;
    return {
      ...state,
      [place]: NO_SECTION,
      // What was asked about the rows of a page goes with the page, and a question with its item.
      blockers: place === 'page' || state.page.subject === null ? emptyTable() : blockers,
      closing: closing?.asked.id === state[place].subject?.id ? null : closing,
    };
  });
  on(linkActions.blockersAsked, (state, asked) => withBlockers(state, asked));
  on(linkReads.blockers.received, (state, { params, data }) => withBlockers(state, params, data));
  on(linkReads.blockers.failed, (state, { params }) => withBlockers(state, params, []));
  on(linkActions.closingAsked, (state, asked) => ({ ...state, closing: { asked, list: null } }));
  on(linkReads.closing.received, (state, { params, data }) => withClosing(state, params, data));
  on(linkActions.closingEnded, (state) => (state.closing === null ? state : { ...state, closing: null }));

  on(linkAnswers.started, (state, { today }) => (state.today === today ? state : { ...state, today }));
  on(linkActions.submitted.committed, (state, { asked }) =>
    inSections(state, asked.subjectId, { announcement: 'The linked items were added.' }),
  );
  on(linkActions.removed, (state, { subjectId }) =>
    inSections(state, subjectId, { announcement: 'The link was removed.' }),
  );
  on(linkActions.removed.refused, (state, { asked }) => inSections(state, asked.subjectId, { announcement: '' }));
  on(mergeRequests.received, (state, { params, data }) =>
    inSections(state, params.id, { mergeRequests: data.map(withIds) }),
  );
  on(mergeRequests.failed, (state, { params, missing }) =>
    missing ? inSections(state, params.id, { mergeRequests: [] }) : state,
  );
});

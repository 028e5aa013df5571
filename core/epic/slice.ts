import { failureText } from '../access/failures.ts';
import { isPending } from '../mutation/index.ts';
import { reducerOf, withPart, type Stamped } from '../store/action.ts';
import type { Place } from '../store/place.ts';
import { workItemActions } from '../work-item/slice.ts';
import { epicActions, type PageRoute } from './actions.ts';
import { epicPage } from './queries.ts';
import { canSubmitNewEpic, EPIC_ERRORS, newEpic } from './rules.ts';
import { EPIC_TEXTS } from './rules/page.ts';
import { aheadOf, initialEpicState, isNewEpic, isPage, type EpicRoot, type Epics, type EpicState } from './state.ts';

/** WI-17.1: one thing at a time is read ahead, and none once an epic was opened. */
export function withoutAhead(state: EpicState): EpicState {
  const { ahead, ...rest } = state;
  return ahead === undefined ? state : rest;
}

/** The state that tells whether a form is being sent. */
export type FormsRoot = Epics & Pick<EpicRoot, 'pending'>;

/** The open form is being sent. */
export const isSendingNewEpic = (root: FormsRoot): boolean =>
  isPending(root, epicActions.newEpicSubmitted, (asked) => isNewEpic(root.epic, asked));

/** The epic of the page is being deleted. */
export const isDeleting = (root: FormsRoot): boolean =>
  isPending(root, epicActions.epicDeletionConfirmed, (asked) => isPage(root.epic, asked));

/** EP-05.25: whether the page that is open asks about this deletion. */
export const asksForDeletion = (state: EpicState, asked: PageRoute): boolean =>
  state.deletion.open && isPage(state, asked);

const emptyNewEpic = ({ newEpic }: EpicState): EpicState['newEpic'] => ({
  ...initialEpicState.newEpic,
  serial: newEpic.serial + 1,
});

/** EP-04.27, EP-05.21: a form or dialog that is being sent does not change. */
export function withoutEdits(epic: EpicState, before: FormsRoot, after: FormsRoot): EpicState {
  if (epic === before.epic) return epic;
  const { newEpic, deletion } = before.epic;
  if (isSendingNewEpic(before) && isSendingNewEpic(after)) return { ...epic, newEpic };
  return deletion.open && isDeleting(before) && isDeleting(after) ? { ...epic, deletion } : epic;
}

/** Answers, which are told apart by what was asked; everything else is of the place where it was done. */
const ANSWERS: ReadonlySet<string> = new Set([
  epicPage.received.type,
  epicPage.failed.type,
  epicActions.epicDeletionConfirmed.committed.type,
  epicActions.epicDeletionConfirmed.refused.type,
]);

const left = (state: EpicState): EpicState => ({
  ...state,
  page: initialEpicState.page,
  deletion: initialEpicState.deletion,
});

/** Nothing of it was read yet. */
const opened = ({ groupPath, iid, as }: PageRoute & Pick<EpicState['page'], 'as'>): EpicState['page'] => ({
  ...initialEpicState.page,
  groupPath,
  iid,
  ...(as !== undefined && { as }),
});

const reduceEpic = reducerOf(initialEpicState, (on) => {
  on(epicActions.epicPageOpened, (state, { groupPath, iid, as }) => {
    if (as !== undefined && isPage(state, { groupPath, iid })) return withPart(state, 'page', { as });
    return { ...state, page: opened({ groupPath, iid, as }), deletion: initialEpicState.deletion };
  });
  on(epicActions.epicPageClosed, left);
  on(epicPage.received, (state, { params, data: { data, epic } }) => {
    const read = { data, id: epic.id };
    const shown = isPage(state, params) ? withPart(state, 'page', read) : state;
    const { page } = aheadOf(shown);
    return isPage({ page }, params) ? { ...shown, ahead: { ...page, ...read } } : shown;
  });
  on(workItemActions.readAhead, (state, asked) => {
    if (!('groupPath' in asked)) return withoutAhead(state);
    return isPage(aheadOf(state), asked) ? state : { ...state, ahead: opened(asked) };
  });
  on(epicPage.failed, (state, { params, missing }) =>
    missing && isPage(state, params) ? { ...state, page: opened({ ...params, as: state.page.as }) } : state,
  );
  on(epicActions.newEpicOpened, (state, asked) => {
    const groupPath = asked?.groupPath ?? state.page.groupPath;
    return { ...state, newEpic: { ...emptyNewEpic(state), open: true, groupPath } };
  });
  on(epicActions.newEpicClosed, (state) => ({ ...state, newEpic: emptyNewEpic(state) }));
  on(epicActions.newEpicTitleChanged, (state, { title }) => withPart(state, 'newEpic', { title, error: null }));
  on(epicActions.newEpicDescriptionChanged, (state, { description }) => withPart(state, 'newEpic', { description }));
  on(epicActions.newEpicConfidentialChanged, (state, { confidential }) => withPart(state, 'newEpic', { confidential }));
  on(epicActions.newEpicColorPicked, (state, { color }) => withPart(state, 'newEpic', { color, error: null }));
  on(epicActions.newEpicSubmitted, (state) => {
    if (!canSubmitNewEpic({ ...state.newEpic, submitting: false })) return state;
    const asked = newEpic(state.newEpic, null);
    return withPart(state, 'newEpic', { error: asked.ok ? null : asked.error });
  });
  on(epicActions.newEpicSubmitted.refused, (state, { asked, failure }) =>
    isNewEpic(state, asked) ? withPart(state, 'newEpic', { error: failureText(failure, EPIC_ERRORS.create) }) : state,
  );
  on(epicActions.newEpicSubmitted.committed, (state, { asked: { serial } }) =>
    isNewEpic(state, { serial }) ? withPart(state, 'newEpic', { ...initialEpicState.newEpic, serial }) : state,
  );

  on(epicActions.epicDeletionAsked, (state) =>
    state.page.data?.permissions.canDestroy === true ? withPart(state, 'deletion', { open: true, error: null }) : state,
  );
  on(epicActions.epicDeletionCancelled, (state) => ({ ...state, deletion: initialEpicState.deletion }));
  on(epicActions.epicDeletionConfirmed, (state) => withPart(state, 'deletion', { error: null }));
  on(epicActions.epicDeletionConfirmed.committed, (state, { asked }) =>
    isPage(state, asked)
      ? withPart({ ...state, deletion: initialEpicState.deletion }, 'page', { deleted: true })
      : state,
  );
  on(epicActions.epicDeletionConfirmed.refused, (state, { asked, failure }) =>
    asksForDeletion(state, asked)
      ? withPart(state, 'deletion', { error: failureText(failure, EPIC_TEXTS.deleteFailed) })
      : state,
  );
});

const reducerIn =
  (place: Place) =>
  (state: EpicState = initialEpicState, action: Stamped): EpicState =>
    ANSWERS.has(action.type) || action.meta.place === place ? reduceEpic(state, action) : state;

export const epicReducer = reducerIn(undefined);

const reduceOver = reducerIn('over');

/** One thing at a time is over the page (WI-14.10); what was deleted is not (WI-14.6). */
export function overEpicReducer(before: EpicState | undefined, action: Stamped): EpicState {
  const state = reduceOver(before, action);
  // mutant: over-epic-stays-with-an-item
  // mutant: over-epic-stays-when-deleted
  const gives = workItemActions.overOpened.match(action) ? state.page.iid !== null : state.page.deleted === true;
  return gives ? left(state) : state;
}

/** WI-17.2: what was read ahead is there at once. `before`: the state before the action. */
export function withAhead(epic: EpicState, action: Stamped, before: Epics): EpicState {
  if (!epicActions.epicPageOpened.match(action) || epic.page.id !== null) return epic;
  const ahead = aheadOf(before.epic);
  const isIt = isPage(epic, action.payload) && isPage(ahead, action.payload);
  return isIt ? withPart(epic, 'page', { data: ahead.page.data, id: ahead.page.id }) : epic;
}

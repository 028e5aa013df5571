import type { IssueCreation, IssuePlace, NewIssueFields } from './actions.ts';
import { failureText } from '../access/failures.ts';
import { isPending, type Pending } from '../mutation/index.ts';
import { reducerOf } from '../store/action.ts';
import { TREE_ERRORS } from '../tree/rules/texts.ts';
import { newIssueActions, newIssuePlace } from './actions.ts';

export interface NewIssueState {
  /** The project that somebody looks at, and whether issues may be created there; null: not known. */
  readonly place: IssuePlace | null;
  readonly mayCreate: boolean | null;
  /** Counts how often the form was opened or closed: an answer belongs to the form as long as this is the same. */
  readonly serial: number;
  /** Null: the form is not open. */
  readonly form: NewIssueFields | null;
  readonly error: string | null;
}

export interface NewIssueRoot {
  readonly pending: readonly Pending[];
  readonly newIssue: NewIssueState;
}

const EMPTY: NewIssueFields = { title: '', description: '', type: 'issue', confidential: false };

const INITIAL: NewIssueState = { place: null, mayCreate: null, serial: 0, form: null, error: null };

const { placeEntered, opened, typed, closed, submitted } = newIssueActions;

/** WI-18.4: whether an answer concerns the form that is open. */
export const isForm = ({ serial, form }: NewIssueState, asked: Pick<IssueCreation, 'serial'>): boolean =>
  form !== null && serial === asked.serial;

/** The open form is being sent. */
export const isSendingIssue = (root: NewIssueRoot): boolean =>
  isPending(root, submitted, (asked) => isForm(root.newIssue, asked));

export const newIssueReducer = reducerOf(INITIAL, (on) => {
  on(placeEntered, (state, place) =>
    state.place?.projectPath === place.projectPath ? state : { ...INITIAL, serial: state.serial + 1, place },
  );
  on(newIssuePlace.received, (state, { data }) => ({ ...state, ...data }));
  on(opened, (state, { filled }) => ({
    ...state,
    serial: state.serial + 1,
    form: { ...EMPTY, ...filled },
    error: null,
  }));
  on(typed, (state, fields) =>
    state.form === null ? state : { ...state, form: { ...state.form, ...fields }, error: null },
  );
  on(submitted, (state) => (state.error === null ? state : { ...state, error: null }));
  on(submitted.refused, (state, { asked, failure }) =>
    // WI-18.6
    isForm(state, asked) ? { ...state, error: failureText(failure, TREE_ERRORS.createIssue) } : state,
  );
  on(submitted.committed, (state, { asked }) => (isForm(state, asked) ? { ...state, form: EMPTY } : state));
  on(closed, (state) => ({ ...state, serial: state.serial + 1, form: null, error: null }));
});

/** What the planner wires. */
export const newIssueDomain = { name: 'newIssue', reducer: newIssueReducer } as const;

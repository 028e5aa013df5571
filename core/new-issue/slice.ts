import type { IssueCreation, IssuePlace, NewIssueFields } from './actions.ts';
import type { WireError } from '../ports/index.ts';
import { isPending, type Pending } from '../mutation/index.ts';
import { reducerOf, type Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import { newIssueActions, newIssuePlace } from './actions.ts';

export interface NewIssueState {
  /** The project that somebody looks at, and whether issues may be created there; null: not known. */
  readonly place: IssuePlace | null;
  readonly mayCreate: boolean | null;
  /** Counts how often the form was opened or closed: an answer belongs to the form as long as this is the same. */
  readonly serial: number;
  /** Null: the form is not open. */
  readonly form: NewIssueFields | null;
  readonly failure: WireError | null;
}

export interface NewIssueRoot {
  readonly pending: readonly Pending[];
  readonly newIssue: NewIssueState;
}

const EMPTY: NewIssueFields = { title: '', description: '', type: 'issue', confidential: false };

const INITIAL: NewIssueState = { place: null, mayCreate: null, serial: 0, form: null, failure: null };

const { opened, typed, closed, submitted } = newIssueActions;

/** WI-18.4: whether an answer concerns the form that is open. */
export const isForm = ({ serial, form }: NewIssueState, asked: Pick<IssueCreation, 'serial'>): boolean =>
  form !== null && serial === asked.serial;

/** The open form is being sent. */
export const isSendingIssue = (root: NewIssueRoot): boolean =>
  isPending(root, submitted, (asked) => isForm(root.newIssue, asked));

export const newIssueReducer = reducerOf(INITIAL, (on) => {
  on(opened, (state, { projectPath, filled }) => ({
    ...INITIAL,
    mayCreate: state.place?.projectPath === projectPath ? state.mayCreate : null,
    serial: state.serial + 1,
    place: { projectPath },
    form: filled && { ...EMPTY, ...filled },
  }));
  on(newIssuePlace.received, (state, { data }) => ({ ...state, ...data }));
  on(typed, (state, fields) => (state.form ? { ...state, form: { ...state.form, ...fields }, failure: null } : state));
  // WI-18.6
  on(submitted.refused, (state, { asked, failure }) => (isForm(state, asked) ? { ...state, failure } : state));
  on(submitted.committed, (state, { asked }) => (isForm(state, asked) ? { ...state, form: EMPTY } : state));
  on(closed, (state) => ({ ...state, serial: state.serial + 1, form: null, failure: null }));
});

/** What the planner wires. */
export const newIssueDomain = {
  name: 'newIssue',
  reducer: newIssueReducer,
  /** WI-18.4 */
  afterReduce: (state: NewIssueState, action: Stamped, { before }: Step<NewIssueRoot>): NewIssueState =>
    typed.match(action) && isSendingIssue(before) ? before.newIssue : state,
} as const;

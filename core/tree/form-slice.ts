import type { Pending } from '../mutation/index.ts';
import type { WireError } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { FormRequest } from './actions.ts';
import type { AddExistingForm, Choice, FormError, TreeForm, TreeFormName, TreeState, WorkItemForm } from './state.ts';
import { isPending } from '../mutation/index.ts';
import { errorText, validateTitle } from '../work-item/rules.ts';
import { treeActions, treeAnswers } from './actions.ts';
import {
  addFailure,
  canSubmitAdd,
  canSubmitEpic,
  canSubmitIssue,
  chooseReference,
  type FieldPlace,
  leaveReferences,
  markRefused,
  NO_COMPLETION,
  refusalsOf,
  refusedTokens,
  removeReference,
  takeCompletion,
  takeTitles,
  TREE_ERRORS,
  typeReferences,
  withoutMarks,
} from './rules.ts';

const emptyChoice = <T>(): Choice<T> => ({ search: '', list: [], loading: false, selected: null });

/** TR-12.20: whichever form was open is closed by opening another. */
function openForm(
  state: TreeState,
  form: TreeFormName,
  parentId: GlobalId,
  { childType, restored }: { readonly childType?: WorkItemForm['childType']; readonly restored?: true },
): TreeState {
  const serial = state.formSerial + 1;
  const base = { serial, parentId, error: null, ...(restored && { restored }) };
  const made: Record<TreeFormName, () => TreeForm> = {
    addEpic: () => ({ ...base, form: 'addEpic', input: '', references: [], completion: NO_COMPLETION }),
    addIssue: () => ({ ...base, form: 'addIssue', input: '', references: [], completion: NO_COMPLETION }),
    createEpic: () => ({ ...base, form: 'createEpic', title: '', groups: emptyChoice() }),
    createIssue: () => ({ ...base, form: 'createIssue', title: '', projects: emptyChoice(), recent: [] }),
    createWorkItem: () => workItemForm('createWorkItem'),
    addWorkItem: () => workItemForm('addWorkItem'),
  };
  const workItemForm = (name: WorkItemForm['form']): WorkItemForm => ({
    ...base,
    form: name,
    childType: childType ?? (state.root?.type === 'objective' ? 'objective' : 'task'),
    title: '',
    confidential: state.root?.confidential ?? false,
    candidates: { search: '', list: [], loading: false },
    selected: [],
  });
  return { ...state, form: made[form](), formSerial: serial };
}

/** What a word in the field refers to, seen from the tree's root. */
function placeOf({ root, config }: TreeState, { form }: AddExistingForm): FieldPlace {
  const kind = form === 'addEpic' ? 'epic' : 'issue';
  const completes = kind === 'epic' ? config.autoCompleteEpics : config.autoCompleteIssues;
  return { context: { kind, groupPath: root?.fullPath ?? '' }, completes };
}

/** What was sent of the form is not answered yet. */
export const isSending = (state: { readonly pending: readonly Pending[] }, { serial }: TreeForm): boolean =>
  isPending(state, treeActions.formSubmitted, (asked) => asked.serial === serial);

/** TR-12.21: whether a form may be sent. */
export function canSubmit(form: TreeForm, submitting: boolean): boolean {
  switch (form.form) {
    case 'addEpic':
    case 'addIssue':
      return canSubmitAdd({ input: form.input, pendingCount: form.references.length, submitting });
    case 'createEpic':
    case 'createWorkItem':
      return canSubmitEpic({ title: form.title, submitting });
    case 'createIssue':
      return canSubmitIssue({ title: form.title, submitting, projectId: form.projects.selected?.id ?? null });
    case 'addWorkItem':
      return !submitting && form.selected.length > 0;
  }
}

/** The form as it is sent: with the words that still stand in its field as tokens. Its error: why it cannot be. */
export function sentForm(state: TreeState, form: TreeForm): TreeForm {
  if ('references' in form) {
    const sent = { ...form, error: null, references: withoutMarks(form.references) };
    return leaveReferences(sent, placeOf(state, sent));
  }
  if (!('title' in form) || form.form === 'addWorkItem') return { ...form, error: null };
  const verdict = validateTitle(form.title);
  return { ...form, error: verdict.ok ? null : { type: 'message', text: verdict.error } };
}

/** What the form says of its refusal; null: an alert does. */
function refusal(form: TreeForm, asked: FormRequest, { status, messages }: WireError): FormError | null {
  switch (asked.form) {
    case 'addEpic':
    case 'addIssue': {
      const kind = asked.form === 'addEpic' ? 'epic' : 'issue';
      const { type, message } = addFailure(kind, { ...(status !== undefined && { status }), messages });
      const error: FormError = { type: type ?? 'message', text: message };
      const contexts = asked.groupPaths.map((groupPath) => ({ kind, groupPath }) as const);
      return 'references' in form ? refusedTokens(error, refusalsOf(message), form.references, contexts) : error;
    }
    case 'createWorkItem':
    case 'addWorkItem': {
      const text = asked.form === 'addWorkItem' ? TREE_ERRORS.addChild : TREE_ERRORS.createChild;
      return { type: 'message', text: errorText(messages, text) };
    }
    default:
      return null;
  }
}

/** What a person does in the form. */
function reduceInput(state: TreeState, form: TreeForm, action: Stamped): TreeForm {
  if (treeActions.formSubmitted.match(action)) {
    return canSubmit(form, false) ? sentForm(state, form) : form;
  }
  if (treeActions.titleTyped.match(action) && 'title' in form) return { ...form, title: action.payload.title };
  if (form.form === 'addEpic' || form.form === 'addIssue') return reduceReferences(state, form, action);
  if (form.form === 'createEpic') {
    if (treeActions.groupChosen.match(action)) return withGroups(form, { selected: action.payload.group });
    if (treeAnswers.groupsAsked.match(action))
      return withGroups(form, { search: action.payload.search, loading: true });
    if (treeAnswers.groupsRead.match(action)) return withGroups(form, { list: action.payload.groups, loading: false });
  }
  if (form.form === 'createIssue') {
    if (treeActions.projectChosen.match(action)) return withProjects(form, { selected: action.payload.project });
    if (treeAnswers.projectsAsked.match(action)) {
      return withProjects(form, { search: action.payload.search, loading: true });
    }
    if (treeAnswers.projectsRead.match(action)) {
      const { projects, chosen } = action.payload;
      return withProjects(form, { list: projects, loading: false, selected: form.projects.selected ?? chosen });
    }
    if (treeAnswers.recentRead.match(action)) return { ...form, recent: action.payload.projects };
  }
  return form.form === 'createWorkItem' || form.form === 'addWorkItem' ? reduceWorkItem(form, action) : form;
}

type EpicForm = Extract<TreeForm, { form: 'createEpic' }>;
type IssueForm = Extract<TreeForm, { form: 'createIssue' }>;

const withGroups = (form: EpicForm, change: Partial<EpicForm['groups']>): EpicForm => ({
  ...form,
  groups: { ...form.groups, ...change },
});

const withProjects = (form: IssueForm, change: Partial<IssueForm['projects']>): IssueForm => ({
  ...form,
  projects: { ...form.projects, ...change },
});

function reduceReferences(state: TreeState, form: AddExistingForm, action: Stamped): TreeForm {
  const place = placeOf(state, form);
  if (treeActions.referencesTyped.match(action)) {
    return typeReferences(form, action.payload.text, action.payload.caret, place);
  }
  if (treeActions.referencesLeft.match(action)) return leaveReferences(form, place);
  if (treeActions.completionChosen.match(action)) return chooseReference(form, action.payload.reference, place);
  if (treeActions.completionClosed.match(action)) return { ...form, completion: NO_COMPLETION };
  if (treeActions.referenceRemoved.match(action)) return removeReference(form, action.payload.index);
  if (treeAnswers.completionRead.match(action) && action.payload.serial === form.serial) {
    return takeCompletion(form, action.payload);
  }
  if (treeAnswers.referencesRead.match(action) && action.payload.serial === form.serial) {
    return takeTitles(form, action.payload.items);
  }
  return form;
}

function reduceWorkItem(form: WorkItemForm, action: Stamped): TreeForm {
  const { candidates } = form;
  if (treeActions.confidentialToggled.match(action)) return { ...form, confidential: !form.confidential };
  if (treeAnswers.candidatesAsked.match(action)) {
    return { ...form, candidates: { ...candidates, search: action.payload.search, loading: true } };
  }
  if (treeAnswers.candidatesRead.match(action)) {
    return { ...form, candidates: { ...candidates, list: action.payload.candidates, loading: false } };
  }
  if (treeActions.candidateToggled.match(action)) {
    const { candidate } = action.payload;
    const others = form.selected.filter(({ id }) => id !== candidate.id);
    return { ...form, selected: others.length < form.selected.length ? others : [...form.selected, candidate] };
  }
  return form;
}

export function reduceForm(state: TreeState, action: Stamped): TreeState {
  if (treeActions.formOpened.match(action)) {
    const parentId = action.payload.parentId ?? state.root?.id ?? null;
    return parentId === null ? state : openForm(state, action.payload.form, parentId, action.payload);
  }
  const { form } = state;
  if (form === null) return state;
  if (treeActions.formClosed.match(action)) return { ...state, form: null };
  if (treeActions.formSubmitted.committed.match(action)) {
    return action.payload.asked.serial === form.serial ? { ...state, form: null } : state;
  }
  if (treeActions.formSubmitted.refused.match(action)) {
    const { asked, failure } = action.payload;
    if (asked.serial !== form.serial) return state;
    const error = refusal(form, asked, failure);
    return { ...state, form: 'references' in form ? markRefused(form, error) : { ...form, error } };
  }
  const next = reduceInput(state, form, action);
  return next === form ? state : { ...state, form: next };
}
